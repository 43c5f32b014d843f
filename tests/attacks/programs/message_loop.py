# ends: timeout_cpu
class Bomb(Exception):
    def __str__(self):
        while True: pass
def f(t):
    raise Bomb
