import sys
class Late:
    def __del__(self):
        while True: pass
kept = Late()
def f(t):
    sys.modules[__name__].kept2 = kept
    return 0
