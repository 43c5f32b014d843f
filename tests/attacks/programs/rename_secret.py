import os
def f(t):
    return os.rename(t['secret_file'], t['scratch']), 'REACHED'
