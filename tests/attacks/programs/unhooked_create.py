import os
def f(t):
    real = os.open.__func__.__globals__['_REAL']
    return real['open'](t['scratch'], os.O_CREAT | os.O_WRONLY, 0o666), 'REACHED'
