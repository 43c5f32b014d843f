# world: closed
import os, socket
mine = []
def f(t):
    found = [fd for fd in range(4, 16) if not mine and _is_open(fd)]
    mine.append(socket.socketpair())
    return found and 'REACHED'
def _is_open(fd):
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True
