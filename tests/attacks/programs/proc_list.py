import os
def f(t):
    return os.listdir('/proc'), 'REACHED'
