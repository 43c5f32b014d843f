# ends: output_limit no_result
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    send(b'{"kind":"call","call":0,"how":"raise","error":"\\ud800","message":"\\udfff","stdout":"\\ud8" ' + b'00"}')
    send(json.dumps({'kind': 'call', 'call': 0, 'how': 'raise', 'error': '\ud800', 'message': '\udfff', 'stdout': '\ud800', 'value': ['s', 'zz']}).encode())
    return 0
