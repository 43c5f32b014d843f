# ends: ok no_result
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    import fcntl
    fcntl.fcntl(3, fcntl.F_SETFL, os.O_NONBLOCK | os.O_DIRECT)
    return 0
