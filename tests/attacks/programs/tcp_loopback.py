import socket
def f(t):
    return socket.create_connection(('127.0.0.1', t['port']), 1), 'REACHED'
