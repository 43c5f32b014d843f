# ends: no_result
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    send(b'{"kind":"done","kind":"call","call":7,"call":0,"how":"raise","how":"value","value":1}')
    return 0
