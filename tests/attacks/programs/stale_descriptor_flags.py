import fcntl, os
mine = []
def f(t):
    found = [fd for fd in range(3) if fcntl.fcntl(fd, fcntl.F_GETFL) & (os.O_APPEND | os.O_NONBLOCK)] and not mine
    mine.append(1)
    for fd in range(3):
        fcntl.fcntl(fd, fcntl.F_SETFL, os.O_APPEND | os.O_NONBLOCK)
    return found and 'REACHED'
