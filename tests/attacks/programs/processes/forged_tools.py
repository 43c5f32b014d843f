# ends: no_result
import json, socket, struct
def f(t):
    link = socket.socket(fileno=5)
    tools = {'tool': [{'stdout': 'x' * 10, 'exit': 0}], '../../x': [1], '': None}
    for op in ({'op': 'end', 'call': 0}, {'op': 'begin', 'call': 1, 'tools': tools}):
        body = json.dumps(op).encode()
        link.send(struct.pack('>I', len(body)) + body)
    link.recv(1000)
    link.detach()
    return 0
