# ends: import_error
from multiprocessing import shared_memory
def f(t):
    return shared_memory, 'REACHED'
