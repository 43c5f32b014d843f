# ends: no_result timeout_cpu
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    value = ['S']
    for _ in range(60):
        value = ['S', value, ['F', value[:2]]] if len(json.dumps(value)) < 500_000 else ['S', value]
    send(json.dumps({'kind': 'call', 'call': 0, 'how': 'value', 'value': value}).encode())
    return 0
