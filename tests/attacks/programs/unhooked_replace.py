import os
def f(t):
    real = os.open.__func__.__globals__['_REAL']
    return real['replace'](t['secret_file'], t['scratch']), 'REACHED'
