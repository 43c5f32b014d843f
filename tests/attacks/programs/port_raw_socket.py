import _socket
def f(t):
    peer = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM, 0)
    peer.connect(('127.0.0.1', t['port']))
    return peer.recv(100).decode()
