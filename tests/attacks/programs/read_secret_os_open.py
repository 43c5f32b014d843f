import os
def f(t):
    return os.read(os.open(t['secret_file'], os.O_RDONLY), 99)
