import os
def f(t):
    if os.fork() == 0:
        while True: pass
    return 'REACHED'
