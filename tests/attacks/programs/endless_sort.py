# ends: timeout_cpu
import itertools
def f(t):
    return sorted(itertools.repeat(0))
