# ends: no_result output_limit timeout_cpu timeout_wall
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    send(json.dumps({'kind': 'call', 'call': 0, 'how': 'value', 'value': {str(at): 0 for at in range(300_000)}}).encode()[:4_000_000])
    return 0
