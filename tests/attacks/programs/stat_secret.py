import os
def f(t):
    return os.stat(t['secret_file']).st_size, 'REACHED'
