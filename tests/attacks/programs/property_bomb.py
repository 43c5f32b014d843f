# ends: timeout_cpu
class Bomb:
    __slots__ = ('a', '__dict__', '__weakref__')
    def __getattribute__(self, name):
        while True: pass
    @property
    def __dict__(self):
        while True: pass
def f(t):
    return Bomb(), [Bomb()]
