import socket
def f(t):
    left, right = socket.socketpair()
    left.connect(t['unix'])
    return 'REACHED'
