# world: closed
import os, socket, array
def f(t):
    left, right = socket.socketpair()
    socket.send_fds(left, [b'x'], [3])
    return 'REACHED'
