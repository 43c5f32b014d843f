# ends: no_result ok
import json, os, socket, struct
def f(t):
    if 'hidden' not in t:
        frames = [{'kind': 'call', 'call': at, 'how': 'value', 'value': 0} for at in (0, 1)] + [{'kind': 'done'}]
        for frame in frames:
            body = json.dumps(frame).encode()
            os.write(3, struct.pack('>I', len(body)) + body)
        link = socket.socket(fileno=5)
        os.write(4, b'?')
        told = os.read(4, 1 << 20).decode()
        spawn = {'op': 'spawn', 'argv': [told[-300:]], 'candidates': ['/nosuch'], 'cwd': '/', 'env': [], 'session': False, 'failure': 1}
        for op in (spawn, {'op': 'end', 'call': 0}):
            body = json.dumps(op).encode()
            link.send(struct.pack('>I', len(body)) + body)
            link.recv(10_000)
        os._exit(0)
