# ends: timeout_wall
import select, socket
def f(t):
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, 4)
    line.shutdown(socket.SHUT_WR)
    select.poll().poll(600_000)
