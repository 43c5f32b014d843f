# ends: output_limit no_result timeout_cpu timeout_wall
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    while True:
        send(b'{"kind":"dynamic","event":"compile"}')
    return 0
