import os
def f(t):
    return os.open.__func__.__globals__['_OPEN'](t['secret_file']).read()
