def f(t):
    return type('x' * 1_000_000, (), {})(), type('y' * 1_000_000, (Exception,), {})()
