import socket
def f(t):
    got = []
    for family in (2, 10, 16, 17):
        for kind in (1, 2, 3, 5):
            try:
                got.append(socket.socketpair(family, kind))
            except OSError:
                pass
    return got and 'REACHED'
