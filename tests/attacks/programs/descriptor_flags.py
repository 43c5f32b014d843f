import fcntl
def f(t):
    got = []
    for number in range(16):
        for command in (8, 10, 15, 1024, 1025, 1026, 1031, 1033, 1034, 1036, 1038, 5, 6, 7, 36, 37, 38):
            try:
                got.append((number, command, fcntl.fcntl(number, command, 2)))
            except (OSError, ValueError, OverflowError):
                pass
    return got and 'REACHED'
