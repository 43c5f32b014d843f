import os
def f(t):
    return os.setpgid(0, 0), 'REACHED'
