# ends: ok crashed timeout_cpu
def f(t):
    x = []
    for _ in range(1_000_000):
        x = [x]
    return x
