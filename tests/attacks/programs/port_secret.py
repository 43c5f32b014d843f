import socket
def f(t):
    with socket.create_connection(('127.0.0.1', t['port']), 5) as peer:
        return peer.recv(100).decode()
