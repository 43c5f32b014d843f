# ends: ok timeout_cpu
def f(t):
    return dict.fromkeys(range(1_000_000))
