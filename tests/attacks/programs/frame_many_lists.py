# ends: output_limit no_result timeout_cpu timeout_wall
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    body = b'{"kind":"call","call":0,"how":"value","value":["l"' + b',[]' * 1_300_000 + b']}'
    for _ in range(4):
        send(body)
    return 0
