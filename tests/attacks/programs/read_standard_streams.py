import os
def f(t):
    got = []
    for path in ('/dev/stdin', '/dev/stdout', '/dev/tty', '/dev/pts/0', '/dev/mem', '/dev/kmsg'):
        try:
            got.append(os.open.__func__.__globals__['_REAL']['open'](path, os.O_RDWR))
        except OSError:
            pass
    return got and 'REACHED'
