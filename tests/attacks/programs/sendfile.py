import os
def f(t):
    return os.sendfile(3, 0, 0, 10), 'REACHED'
