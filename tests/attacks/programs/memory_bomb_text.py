# ends: memory
def f(t):
    return 'a' * 10 ** 12
