def f(t):
    import _ctypes
    return _ctypes.dlopen(None, 0), 'REACHED'
