import os, signal
def f(t):
    return os.killpg(0, signal.SIGTERM), 'REACHED'
