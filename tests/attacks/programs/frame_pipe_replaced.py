# ends: no_result
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    import socket
    left, right = socket.socketpair()
    os.dup2(left.fileno(), 3)
    return 0
