import os
def f(t):
    real = os.open.__func__.__globals__['_REAL']
    return real['open'](os.path.dirname(t['scratch']), os.O_TMPFILE | os.O_RDWR, 0o600), 'REACHED'
