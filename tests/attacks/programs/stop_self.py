import os, signal
def f(t):
    return signal.raise_signal(signal.SIGSTOP), 'REACHED'
