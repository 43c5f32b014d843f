import os
def f(t):
    real = os.open.__func__.__globals__['_REAL']
    return real['truncate'](t['secret_file'], 0), 'REACHED'
