# ends: timeout_cpu import_error memory ok
def f(t):
    return ((((2 ** 100) ** 100) ** 100) ** 100) % 7
