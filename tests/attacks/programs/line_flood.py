# ends: timeout_wall no_result
import os
def f(t):
    while True:
        os.write(4, b'?' * 10_000)
