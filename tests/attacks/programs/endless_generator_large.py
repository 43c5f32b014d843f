# ends: memory timeout_cpu ok
def f(t):
    while True:
        yield 'x' * 1_000_000 + str(id(object()))
