# ends: crashed
import sys
def f(t):
    sys.setrecursionlimit(10 ** 8)
    def deep():
        return [*map(lambda _: deep(), [0])]
    return deep()
