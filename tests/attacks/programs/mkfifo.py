import os
def f(t):
    return os.mkfifo(t['scratch']), 'REACHED'
