import os
def f(t):
    return os.mkdir(t['scratch']), 'REACHED'
