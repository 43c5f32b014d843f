import sys
def f(t):
    sys.stdout.close()
    sys.stdout.buffer.detach() if False else None
    return 0
