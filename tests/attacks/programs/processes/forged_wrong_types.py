# ends: no_result
import json, socket, struct
def f(t):
    link = socket.socket(fileno=5)
    spawn = {'op': 'spawn', 'argv': {'sh': 1}, 'candidates': 'x', 'cwd': [], 'env': {'A=B': 1}, 'session': [], 'failure': 1.5}
    body = json.dumps(spawn).encode()
    link.send(struct.pack('>I', len(body)) + body)
    return link.recv(1000)
