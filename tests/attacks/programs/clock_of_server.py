import time
def f(t):
    real = time.clock_gettime
    return real((~t['server'] << 3) | 2) >= 0 and 'REACHED'
