# ends: no_result
import json, os, struct
def f(t):
    for text in (t.get('hidden'), 'compile'):
        body = json.dumps({'kind': 'dynamic', 'event': text}).encode()
        os.write(3, struct.pack('>I', len(body)) + body)
    raise SystemExit(t.get('hidden'))
