# ends: no_result
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    for call in (1, 0, 5, -1, True, None, '0', [0], {}):
        send(json.dumps({'kind': 'call', 'call': call, 'how': 'value', 'value': 'x'}).encode())
    return 0
