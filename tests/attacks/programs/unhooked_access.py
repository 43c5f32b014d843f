import os
def f(t):
    real = os.open.__func__.__globals__['_REAL']
    return real['access'](t['secret_file'], os.R_OK) and 'REACHED'
