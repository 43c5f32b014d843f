# ends: timeout_wall
import select, socket
def f(t):
    socket.socket(fileno=4).shutdown(socket.SHUT_WR)
    select.poll().poll(600_000)
