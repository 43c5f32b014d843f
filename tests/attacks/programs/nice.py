import os
def f(t):
    return os.nice(-5), 'REACHED'
