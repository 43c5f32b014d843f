import pty
def f(t):
    return pty.openpty(), 'REACHED'
