# ends: no_result
import socket
def f(t):
    link = socket.socket(fileno=5)
    link.send(b'\xff' * 1000)
    return link.recv(1000)
