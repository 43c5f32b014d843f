import fcntl
def f(t):
    return fcntl.ioctl(0, 0x5412, b'x'), 'REACHED'
