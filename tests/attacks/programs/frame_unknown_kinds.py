# ends: no_result
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    for kind in ('armed', 'fault', 'probe', 'imported', [], {}, None, '__class__', '_take', 1):
        send(json.dumps({'kind': kind, 'detail': 'x', 'done': []}).encode())
    return 0
