import socket
def f(t):
    left, right = socket.socketpair()
    left.sendto(b'x', t['unix'])
    return 'REACHED'
