import os
def f(t):
    forked = 0
    for _ in range(1000):
        try:
            os.fork()
            forked += 1
        except OSError:
            pass
    return forked and 'REACHED'
