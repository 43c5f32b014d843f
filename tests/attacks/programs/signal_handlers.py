import signal, time
def f(t):
    for number in (1, 2, 10, 12, 15, 24):
        signal.signal(number, signal.SIG_IGN)
    return 0
