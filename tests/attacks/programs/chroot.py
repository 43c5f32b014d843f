import os
def f(t):
    return os.chroot('/tmp'), 'REACHED'
