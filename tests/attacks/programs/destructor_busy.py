# ends: timeout_cpu
class Late:
    def __del__(self):
        while True: pass
def f(t):
    Late()
    return 0
