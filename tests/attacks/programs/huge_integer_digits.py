# ends: timeout_cpu
def f(t):
    import sys
    sys.set_int_max_str_digits(0)
    return len(str(3 ** 10 ** 7))
