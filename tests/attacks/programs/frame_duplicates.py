# ends: no_result
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    for _ in range(5):
        send(json.dumps({'kind': 'call', 'call': 0, 'how': 'value', 'value': 'x'}).encode())
    return 0
