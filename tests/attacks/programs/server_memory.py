import os
def f(t):
    return os.open(f"/proc/{t['server']}/mem", os.O_RDWR)
