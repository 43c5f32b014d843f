# ends: timeout_wall
import socket
def f(t):
    left, right = socket.socketpair()
    return left.recv(1)
