def f(t):
    while True:
        yield 'x'
