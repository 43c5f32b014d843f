# ends: no_result ok timeout_cpu timeout_wall
import json, os, socket, struct
def f(t):
    link = socket.socket(fileno=5)
    body = json.dumps({'op': 'settle'}).encode()
    for _ in range(2000):
        socket.send_fds(link, [struct.pack('>I', len(body)) + body], [0] * 253)
        link.recv(1000)
    link.detach()
    return 0
