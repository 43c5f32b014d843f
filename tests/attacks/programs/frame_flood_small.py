# ends: output_limit no_result timeout_cpu timeout_wall
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    while True:
        os.write(3, b'\0\0\0\2{}' * 10_000)
    return 0
