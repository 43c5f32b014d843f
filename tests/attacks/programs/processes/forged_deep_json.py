# ends: no_result
import socket, struct
def f(t):
    link = socket.socket(fileno=5)
    body = b'[' * 30_000
    link.send(struct.pack('>I', len(body)) + body)
    return link.recv(1000)
