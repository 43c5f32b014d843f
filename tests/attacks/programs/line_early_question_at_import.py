# ends: no_result import_error
import json, os, struct
def send(frame):
    body = json.dumps(frame).encode()
    os.write(3, struct.pack('>I', len(body)) + body)
os.write(4, b'?')
told = os.read(4, 1 << 20).decode()
send({'kind': 'imported', 'group': 0, 'facts': {'kind': told, 'defaults': {told: told}, 'decorators': [told]}})
send({'kind': 'dynamic', 'event': told})
raise ValueError(told)
