import os
def f(t):
    return os.unlink(t['secret_file']), 'REACHED'
