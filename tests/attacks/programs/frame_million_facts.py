# ends: no_result output_limit timeout_cpu timeout_wall
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    send(json.dumps({'kind': 'imported', 'group': 0, 'facts': {'defaults': {str(at): at for at in range(200_000)}, 'decorators': [1] * 200_000}}).encode())
    return 0
