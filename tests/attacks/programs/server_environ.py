import _io
def f(t):
    return _io.FileIO(f"/proc/{t['server']}/environ").readall().decode()
