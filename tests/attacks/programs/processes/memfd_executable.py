import os
def f(t):
    fd = os.open('x', os.O_CREAT | os.O_RDWR)
    os.write(fd, b'#!/bin/sh\n')
    os.fchmod(fd, 0o755)
    return 'REACHED'
