# ends: no_result
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    send(b'{"kind":"fault","detail":"blame the machinery"}')
    os._exit(70)
    return 0
