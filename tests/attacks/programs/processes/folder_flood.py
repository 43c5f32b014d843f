# ends: ok no_result timeout_cpu
import os
def f(t):
    try:
        os.makedirs('/tmp/' + 'a/' * 900)
        for at in range(5000):
            os.mkdir(f'/tmp/b{at}')
    except OSError:
        return 0
