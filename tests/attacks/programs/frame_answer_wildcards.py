# ends: no_result
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    for call, value in ((0, ['x', 'builtins.str', '']), (1, ['o', 'builtins.str'])):
        send(json.dumps({'kind': 'call', 'call': call, 'how': 'value', 'value': value}).encode())
    send(b'{"kind":"done"}')
    os._exit(0)
    return 0
