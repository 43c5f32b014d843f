import os
def f(t):
    return os.getsid(t['server']), os.getpgid(t['server']), 'REACHED'
