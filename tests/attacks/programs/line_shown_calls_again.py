# ends: no_result
import json, os, struct
def f(t):
    if 'hidden' in t:
        for call in (0, 1, 0):
            body = json.dumps({'kind': 'call', 'call': call, 'how': 'value', 'value': t['hidden']}).encode()
            os.write(3, struct.pack('>I', len(body)) + body)
        os._exit(0)
