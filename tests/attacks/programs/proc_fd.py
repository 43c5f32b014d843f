import os
def f(t):
    return os.readlink('/proc/self/fd/3'), 'REACHED'
