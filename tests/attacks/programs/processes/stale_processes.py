import os, subprocess
mine = []
def f(t):
    found = False
    if not mine:
        for pid in range(1001, 1300):
            try:
                os.kill(pid, 0)
                found = True
            except OSError:
                pass
    mine.append(subprocess.Popen(['slow']))
    return found and 'REACHED'
