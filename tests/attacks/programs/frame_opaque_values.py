# ends: no_result
import json, os, struct
def send(body):
    data = struct.pack('>I', len(body)) + body
    while data:
        data = data[os.write(3, data):]
def f(t):
    for value in (['?'], ['^', 1], ['*'], [], [[]], ['S', ['?']], {'': 1}, ['l', None, True], ['x'], ['e'], ['E'], ['q'], ['o'], ['v'], ['cp'], ['tz'], ['k', {}]):
        send(json.dumps({'kind': 'call', 'call': 0, 'how': 'value', 'value': value}).encode())
        os._exit(0) if value == ['k', {}] else None
    return 0
