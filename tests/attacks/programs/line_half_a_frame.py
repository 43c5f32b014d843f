# ends: no_result output_limit
import json, os, struct
def f(t):
    if 'hidden' in t:
        return 0
    frames = [{'kind': 'call', 'call': at, 'how': 'value', 'value': 'x' * 40} for at in (0, 1)]
    data = b''.join(struct.pack('>I', len(json.dumps(one))) + json.dumps(one).encode() for one in frames)
    os.write(3, data[:-30])
    os.write(4, b'?')
    told = os.read(4, 1 << 20)
    os.write(3, told[-200:])
    os._exit(0)
