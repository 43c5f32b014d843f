import socket
def f(t):
    left, right = socket.socketpair()
    left.bind('\0sandbox-test')
    return 'REACHED'
