# ends: timeout_cpu
def f(t):
    return sum(range(10 ** 12))
