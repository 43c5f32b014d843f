def f(t):
    raise ValueError('x' * 50_000_000)
