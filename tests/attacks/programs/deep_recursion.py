def f(t):
    return f(t)
