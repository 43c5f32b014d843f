import os
def f(t):
    return os.open('/dev/urandom', 0), 'REACHED'
