# ends: output_limit no_result
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    os.write(3, b'\0\0\0\0' * 1000)
    return 0
