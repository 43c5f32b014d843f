# ends: timeout_wall no_result
import socket, struct
def f(t):
    link = socket.socket(fileno=5)
    link.send(struct.pack('>I', 1 << 20) + b'{')
    return link.recv(1000)
