import socket
def f(t):
    got = []
    for family in range(46):
        for kind in range(1, 6):
            try:
                got.append((family, kind, socket.socket(family, kind)))
            except OSError:
                pass
    return got and 'REACHED'
