import os
def f(t):
    return os.sched_setaffinity(0, {0}), 'REACHED'
