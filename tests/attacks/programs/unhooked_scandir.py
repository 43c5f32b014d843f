import os
def f(t):
    real = os.open.__func__.__globals__['_REAL']
    return list(real['scandir'](os.path.dirname(t['secret_file']))), 'REACHED'
