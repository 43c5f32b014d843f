import os
def f(t):
    return os.utime(t['secret_file']), 'REACHED'
