import os
def f(t):
    return os.open(t['scratch'], os.O_CREAT | os.O_WRONLY, 0o666), 'REACHED'
