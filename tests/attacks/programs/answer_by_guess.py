def f(t):
    return t['marker'][::-1] == 'x' or ['*'], ..., NotImplemented
