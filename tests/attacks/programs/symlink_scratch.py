import os
def f(t):
    return os.symlink(t['secret_file'], t['scratch']), 'REACHED'
