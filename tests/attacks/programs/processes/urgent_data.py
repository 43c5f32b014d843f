import socket
def f(t):
    left, right = socket.socketpair()
    left.send(b'x', socket.MSG_OOB)
    return right.recv(1, socket.MSG_OOB), 'REACHED'
