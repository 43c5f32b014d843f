def f(t):
    return 1 << 10 ** 8, -(1 << 10 ** 7)
