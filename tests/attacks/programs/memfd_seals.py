import fcntl
def f(t):
    got = []
    for number in range(64):
        try:
            got.append(fcntl.fcntl(number, 1033, 15))
        except OSError:
            pass
    return got and 'REACHED'
