# ends: ok timeout_wall no_result
import socket, subprocess
def f(t):
    left, right = socket.socketpair()
    process = subprocess.Popen(['cat'], stdin=left, stdout=left)
    for _ in range(2000):
        right.send(b'x')
        left.setblocking(False)
        try:
            left.recv(1)
        except BlockingIOError:
            pass
    return process.poll()
