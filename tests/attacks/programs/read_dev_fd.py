import _io
def f(t):
    got = []
    for number in range(40):
        for path in (f'/dev/fd/{number}', f'/proc/self/fd/{number}', f"/proc/{t['server']}/fd/{number}"):
            try:
                got.append(_io.FileIO(path, 'r').read(100))
            except OSError:
                pass
    return got and 'REACHED'
