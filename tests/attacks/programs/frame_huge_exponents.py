# ends: no_result
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    send(json.dumps({'kind': 'call', 'call': 0, 'how': 'value', 'value': ['t', ['f', '0x1p999999999'], ['f', 'inf'], ['f', []], ['D', '1e999999999'], ['Q', 1, 0]]}).encode())
    return 0
