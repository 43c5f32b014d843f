# ends: no_result
import json, socket, struct
def f(t):
    link = socket.socket(fileno=5)
    for op in ({'op': 'end', 'call': 0}, {'op': 'begin', 'call': 5, 'tools': {}}, {'op': 'end', 'call': 5}):
        body = json.dumps(op).encode()
        link.send(struct.pack('>I', len(body)) + body)
    link.recv(1000)
    link.detach()
    return 0
