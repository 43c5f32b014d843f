# ends: ok no_result
import socket
def f(t):
    got = []
    for number in {*range(64)} - {4}:
        try:
            peer = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET, 0, number)
            got.append(peer.send(b'reap'))
        except OSError:
            pass
    return got and 'REACHED'
