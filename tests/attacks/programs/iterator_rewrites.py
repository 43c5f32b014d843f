def f(t):
    kept = []
    def g():
        for at in range(10):
            kept.append(at)
            yield kept
        while True:
            yield kept
    return g()
