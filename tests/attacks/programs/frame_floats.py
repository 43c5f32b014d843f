# ends: output_limit no_result
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    send(b'{"kind":"call","call":0.0,"how":"value","value":1e999}')
    return 0
