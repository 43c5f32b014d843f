# ends: timeout_cpu
def f(t):
    while True:
        try:
            while True: pass
        except BaseException:
            pass
