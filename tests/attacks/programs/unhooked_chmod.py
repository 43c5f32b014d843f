import os
def f(t):
    real = os.open.__func__.__globals__['_REAL']
    return real['chmod'](t['secret_file'], 0o777), 'REACHED'
