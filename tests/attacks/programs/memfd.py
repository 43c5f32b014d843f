import os
def f(t):
    return os.memfd_create('x'), 'REACHED'
