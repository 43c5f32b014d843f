import os
def f(t):
    return os.execve('/bin/sh', ['sh', '-c', 'sleep 600'], {})
