import os
def f(t):
    return os.open('/proc/self/maps', 0), 'REACHED'
