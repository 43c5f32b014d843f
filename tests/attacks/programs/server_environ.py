import os
def f(t):
    return os.read(os.open(f"/proc/{t['server']}/environ", 0), 1 << 20)
