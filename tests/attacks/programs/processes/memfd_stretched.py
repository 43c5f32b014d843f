# ends: ok memory no_result
import os
def f(t):
    fd = os.open('x', os.O_CREAT | os.O_RDWR)
    try:
        os.ftruncate(fd, 1 << 40)
    except OSError:
        os.ftruncate(fd, 1 << 19)
    return open('x', 'rb').read(3), os.popen('cat x').read(3)
