import resource
def f(t):
    resource.setrlimit(resource.RLIMIT_CPU, (1000, 1000))
    return 'REACHED'
