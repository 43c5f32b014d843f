# ends: crashed timeout_cpu
def f(t):
    x = ()
    for _ in range(5_000_000):
        x = (x,)
    return repr(x), hash(x)
