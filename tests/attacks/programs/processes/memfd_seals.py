import fcntl, os
def f(t):
    fd = os.open('x', os.O_CREAT | os.O_RDWR)
    return fcntl.fcntl(fd, 1033, 1 | 2 | 4 | 8), 'REACHED'
