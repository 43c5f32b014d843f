import os, socket
def f(t):
    kept = []
    try:
        while True:
            kept.append(socket.socketpair())
    except OSError:
        return len(kept)
