# ends: import_error
import ctypes
def f(t):
    return ctypes.CDLL(None), 'REACHED'
