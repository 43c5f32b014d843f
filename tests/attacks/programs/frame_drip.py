# ends: timeout_wall no_result
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    import select
    for byte in struct.pack('>I', 60) + b'{"kind":"call",' * 4:
        os.write(3, bytes([byte]))
        select.poll().poll(100)
    return 0
