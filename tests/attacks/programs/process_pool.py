# ends: import_error
import multiprocessing
def f(t):
    return multiprocessing, 'REACHED'
