# ends: no_result
import socket
def f(t):
    link = socket.socket(fileno=5)
    link.send(b'\0')
    return link.recv(1000)
