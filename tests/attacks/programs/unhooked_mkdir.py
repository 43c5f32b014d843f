import os
def f(t):
    return os.open.__func__.__globals__['_REAL']['mkdir'](t['scratch']), 'REACHED'
