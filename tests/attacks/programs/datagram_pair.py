import socket
def f(t):
    left, right = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    left.sendto(b'x', t['unix'])
    return 'REACHED'
