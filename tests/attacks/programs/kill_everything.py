import os, signal
def f(t):
    return os.kill(-1, 0), 'REACHED'
