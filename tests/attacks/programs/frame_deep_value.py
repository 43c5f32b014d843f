# ends: ok no_result output_limit
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    value = 'x'
    for _ in range(900):
        value = ['l', value]
    send(json.dumps({'kind': 'call', 'call': 0, 'how': 'value', 'value': value, 'args': value, 'fields': value}).encode())
    return 0
