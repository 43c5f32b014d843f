import socket
def f(t):
    got = []
    for _ in range(200):
        try:
            peer = socket.socket()
            peer.setblocking(False)
            peer.connect(('127.0.0.1', t['port']))
        except BlockingIOError:
            got.append(peer)
        except OSError:
            pass
    return got and 'REACHED'
