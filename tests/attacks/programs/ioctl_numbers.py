import fcntl
def f(t):
    got = []
    for number in range(4):
        for request in (0x5413, 0x541B, 0x5410, 0x540E, 0x5422, 0x8901, 0x8902, 0x5411, 0x541C, 0x4B46):
            try:
                got.append((number, request, fcntl.ioctl(number, request, b'\0' * 64)))
            except OSError:
                pass
    return got and 'REACHED'
