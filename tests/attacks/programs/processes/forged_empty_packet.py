# ends: no_result timeout_wall
import socket
def f(t):
    link = socket.socket(fileno=5)
    link.send(b'')
    return link.recv(1000)
