import os
def f(t):
    got = []
    for pid in [*range(0, 5), os.getpid(), os.getppid(), t['server'], *range(t['server'], t['server'] + 50)]:
        try:
            os.kill(pid, 9)
            got.append(pid)
        except OSError:
            pass
    return got and 'REACHED'
