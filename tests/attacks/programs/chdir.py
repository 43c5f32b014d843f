import os
def f(t):
    return os.chdir('/etc'), 'REACHED'
