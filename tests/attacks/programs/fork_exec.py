# ends: ok no_result
import _posixsubprocess
def f(t):
    return _posixsubprocess.fork_exec([b'/bin/sleep', b'600'], (b'/bin/sleep',), True, (3,), None, None, -1, -1, -1, -1, -1, -1, 3, 4, True, False, 0, None, None, None, -1, None, True), 'REACHED'
