# ends: ok no_result
import json, socket, struct
def f(t):
    link = socket.socket(fileno=5)
    name = 'x'
    for _ in range(800):
        name = [name]
    for op in ({'op': 'refuse', 'name': name, 'shell': 'yes'}, {'op': 'refuse', 'name': [{}] * 50, 'shell': 1}):
        body = json.dumps(op).encode()
        link.send(struct.pack('>I', len(body)) + body)
        link.recv(1000)
    link.detach()
    return 0
