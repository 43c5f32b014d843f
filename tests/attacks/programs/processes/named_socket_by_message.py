import socket
def f(t):
    got = []
    for kind in (socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
        left, right = socket.socketpair(socket.AF_UNIX, kind)
        try:
            left.sendmsg([b'x'], [], 0, t['unix'])
        except OSError:
            pass
        right.setblocking(False)
        try:
            right.recv(10)
        except BlockingIOError:
            got.append(kind)
    return None
