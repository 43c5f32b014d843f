# ends: output_limit no_result
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    while True:
        send(b'{"x":"' + b'y' * 4_000_000 + b'"}')
    return 0
