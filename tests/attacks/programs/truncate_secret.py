import os
def f(t):
    return os.truncate(t['secret_file'], 0), 'REACHED'
