import multiprocessing
def f(t):
    return multiprocessing, 'REACHED'
