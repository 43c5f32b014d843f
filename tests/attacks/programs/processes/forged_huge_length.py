# ends: no_result
import socket, struct
def f(t):
    link = socket.socket(fileno=5)
    link.send(struct.pack('>I', 0xFFFFFFFF) + b'{}')
    return link.recv(1000)
