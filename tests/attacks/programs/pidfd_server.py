import os, signal
def f(t):
    return os.pidfd_open(t['server']), 'REACHED'
