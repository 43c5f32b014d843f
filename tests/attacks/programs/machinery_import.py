def f(t):
    got = []
    for name in ('kernel', 'codec', 'run', 'jobs', 'audit', 'confine', 'wire', 'preload'):
        try:
            got.append(__import__(name))
        except ImportError:
            pass
    return got and 'REACHED'
