import fcntl, os
mine = []
def f(t):
    fds = [0, 1, 2, os.open('/dev/null', os.O_RDWR)]
    found = not mine and [fd for fd in fds if fcntl.fcntl(fd, fcntl.F_GETFL) & (os.O_APPEND | os.O_NONBLOCK)]
    mine.append(1)
    for fd in fds:
        fcntl.fcntl(fd, fcntl.F_SETFL, os.O_APPEND | os.O_NONBLOCK)
    return found and 'REACHED'
