# ends: no_result ok
import json, socket, struct
def f(t):
    link = socket.socket(fileno=5)
    for op in ({'op': 'stat', 'path': '/\ud800'}, {'op': 'change', 'verb': 'mkdir', 'path': '/tmp/\u4e2d', 'target': ''},
               {'op': 'refuse', 'name': '\ud800' * 100, 'shell': False}):
        body = json.dumps(op).encode()
        link.send(struct.pack('>I', len(body)) + body)
        link.recv(1000)
    link.detach()
    return 0
