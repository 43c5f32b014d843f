# ends: timeout_cpu
import os
def f(t):
    while True:
        os.write(1, b'x' * 10_000)
        os.write(2, b'x' * 10_000)
