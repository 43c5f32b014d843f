import _io
def f(t):
    got = []
    for path in ('cwd/etc/passwd', 'root/etc/passwd', 'exe', 'task', 'environ', 'auxv', 'mem', 'stack', 'ns/mnt'):
        for owner in ('self', 'thread-self', str(t['server'])):
            try:
                got.append(_io.FileIO(f'/proc/{owner}/{path}').read(10))
            except OSError:
                pass
    return got and 'REACHED'
