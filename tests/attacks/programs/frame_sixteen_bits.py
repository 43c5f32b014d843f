# ends: output_limit
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    send('{"kind":"call","call":0,"how":"value","value":"x"}'.encode('utf-16'))
    send('{"kind":"done"}'.encode('utf-32-be'))
    return 0
