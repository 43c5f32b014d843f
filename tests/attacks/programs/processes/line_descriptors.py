# ends: ok no_result timeout_wall
import socket
def f(t):
    line = socket.socket(fileno=4)
    for _ in range(100):
        socket.send_fds(line, [b'?'], [0, 3, 4, 5])
    line.detach()
    return 0
