import os
def f(t):
    return os.sched_getaffinity(t['server']), 'REACHED'
