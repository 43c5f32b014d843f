import os
def f(t):
    return os.posix_spawn('/bin/sleep', ['sleep', '600'], {}), 'REACHED'
