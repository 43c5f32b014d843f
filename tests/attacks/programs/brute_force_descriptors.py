# ends: ok timeout_wall
import os
def f(t):
    got = []
    for fd in range(64):
        if fd == 3:
            continue
        try:
            got.append(os.read(fd, 1 << 16))
        except OSError:
            pass
    return [1 for data in got if data] and 'REACHED'
