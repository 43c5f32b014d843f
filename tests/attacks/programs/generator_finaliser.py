# ends: timeout_cpu
def f(t):
    def g():
        try:
            yield
        finally:
            while True: pass
    running = g()
    next(running)
    del running
    return 0
