import os
def f(t):
    fd = os.memfd_create('x')
    return os.execve(fd, ['x'], {}), 'REACHED'
