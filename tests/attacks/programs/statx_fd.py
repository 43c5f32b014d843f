import os
def f(t):
    return os.statvfs('/'), 'REACHED'
