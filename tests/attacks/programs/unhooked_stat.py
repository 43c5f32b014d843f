import os
def f(t):
    real = os.open.__func__.__globals__['_REAL']
    return real['stat'](t['secret_file']).st_size, real['lstat']('/etc/passwd'), 'REACHED'
