import fcntl, os, signal
def f(t):
    rang = []
    signal.signal(signal.SIGIO, lambda *_: rang.append(1))
    reader, writer = os.pipe() if hasattr(os, 'pipe') else (0, 0)
    fcntl.fcntl(reader, fcntl.F_SETOWN, t['server'])
    fcntl.fcntl(reader, fcntl.F_SETFL, os.O_ASYNC)
    os.write(writer, b'x')
    return 'REACHED'
