# ends: import_error
import pty
def f(t):
    return pty.openpty(), 'REACHED'
