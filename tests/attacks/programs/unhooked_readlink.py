import os
def f(t):
    real = os.open.__func__.__globals__['_REAL']
    return real['readlink']('/proc/self/exe'), real['readlink']('/proc/self/fd/3'), 'REACHED'
