# ends: no_result
import socket, struct
def f(t):
    link = socket.socket(fileno=5)
    body = b'{"op":"wait","nohang":true,"pid":' + b'9' * 20_000 + b'}'
    link.send(struct.pack('>I', len(body)) + body)
    return link.recv(1000)
