# ends: ok no_result memory timeout_cpu
import socket
def f(t):
    kept = 0
    for _ in range(3000):
        left, right = socket.socketpair()
        try:
            socket.send_fds(left, [b'x'], [left.fileno(), right.fileno()])
            kept += 1
        except OSError:
            break
    return kept
