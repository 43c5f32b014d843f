# ends: ok no_result timeout_cpu
import os
def f(t):
    for _ in range(100_000):
        os.path.exists('/tmp')
