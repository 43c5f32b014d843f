import socket
def f(t):
    left, right = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    left.sendmsg([b'x'], [], 0, t['unix'])
    return 'REACHED'
