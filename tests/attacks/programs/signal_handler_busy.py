# ends: timeout_cpu
import signal, socket
def f(t):
    def spin(*_):
        while True: pass
    signal.signal(signal.SIGPIPE, spin)
    left, right = socket.socketpair()
    right.close()
    try:
        left.send(b'x')
    except OSError:
        pass
    return 0
