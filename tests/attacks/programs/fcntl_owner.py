import fcntl, os
def f(t):
    return fcntl.fcntl(3, fcntl.F_SETOWN, os.getppid()), 'REACHED'
