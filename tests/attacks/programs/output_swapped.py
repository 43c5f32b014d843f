import io, sys
def f(t):
    sys.stdout = sys.__stdout__ = io.StringIO()
    print('x' * 10_000_000)
    sys.stdout = None
    return 0
