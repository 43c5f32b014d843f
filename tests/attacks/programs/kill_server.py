import os, signal
def f(t):
    return os.kill(t['server'], signal.SIGUSR1), 'REACHED'
