import socket
def f(t):
    return socket.getaddrinfo('example.org', 80), 'REACHED'
