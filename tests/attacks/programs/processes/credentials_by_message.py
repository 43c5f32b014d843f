import os, socket, struct
def f(t):
    left, right = socket.socketpair()
    left.sendmsg([b'x'], [(socket.SOL_SOCKET, 2, struct.pack('3i', t['server'], 0, 0))])
    return 'REACHED'
