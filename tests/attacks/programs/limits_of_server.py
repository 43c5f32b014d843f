import resource
def f(t):
    resource.prlimit(t['server'], resource.RLIMIT_NOFILE, (3, 3))
    return 'REACHED'
