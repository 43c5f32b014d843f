# ends: no_result timeout_wall
import _socket, os
def f(t):
    got = []
    for number in range(64):
        try:
            peer = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0, number)
            got.append(peer.recvmsg(1000, 1000))
        except OSError:
            pass
    return got and 'REACHED'
