# ends: ok no_result crashed
import sys
def f(t):
    frame = sys._getframe()
    import subprocess
    state = subprocess.Popen._wait.__globals__['_STATE']
    state.link.ask = lambda *a, **k: ({'pid': 1, 'status': 0, 'live': False, 'stat': [0, 0, 0, 0], 'entries': []}, [0])
    return subprocess.run(['cat', '/etc/passwd'], capture_output=True).stdout
