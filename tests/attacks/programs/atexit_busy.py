import atexit
def spin():
    while True: pass
def f(t):
    atexit.register(spin)
    return 0
