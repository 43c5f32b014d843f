# world: closed
import tempfile
def f(t):
    return tempfile.mkstemp(), 'REACHED'
