# ends: no_result
import json, socket, struct
def f(t):
    link = socket.socket(fileno=5)
    spawn = {'op': 'spawn', 'argv': ['nosuch'], 'candidates': ['/nosuch'], 'cwd': '/', 'env': [], 'session': False, 'failure': 1 << 300}
    for op in (spawn, {'op': 'settle', 'reaped': [1001, 1002, 7]}):
        body = json.dumps(op).encode()
        link.send(struct.pack('>I', len(body)) + body)
        link.recv(10_000)
    return 0
