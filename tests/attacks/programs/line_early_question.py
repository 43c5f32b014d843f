# ends: no_result
import json, os, struct
def send(frame):
    body = json.dumps(frame).encode()
    os.write(3, struct.pack('>I', len(body)) + body)
def f(t):
    os.write(4, b'?')
    told = os.read(4, 1 << 20).decode()
    for call in (0, 1):
        send({'kind': 'call', 'call': call, 'how': 'value', 'value': told, 'message': told, 'args': told, 'stdout': told, 'error': told})
    send({'kind': 'done'})
    os._exit(0)
