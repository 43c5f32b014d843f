import os
def f(t):
    return os.read(3, 100), 'REACHED'
