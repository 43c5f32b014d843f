import os
def f(t):
    return os.setuid(0), 'REACHED'
