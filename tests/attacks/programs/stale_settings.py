import decimal, gc, locale, signal, sys, time, warnings
mine = []
def f(t):
    found = not mine and (
        decimal.getcontext().prec != 28 or sys.getrecursionlimit() > 5000 or signal.getsignal(signal.SIGUSR1) != 0
        or gc.get_threshold()[0] == 17 or time.tzname[0] == 'LEFT' or ('left',) in [f[:1] for f in warnings.filters])
    mine.append(1)
    decimal.getcontext().prec = 3
    sys.setrecursionlimit(9999)
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    gc.set_threshold(17)
    time.tzname = ('LEFT', 'LEFT')
    warnings.filters.insert(0, ('left', None, Warning, None, 0))
    return found and 'REACHED'
