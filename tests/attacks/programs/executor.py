# ends: import_error
from concurrent.futures import ThreadPoolExecutor
def f(t):
    return ThreadPoolExecutor().submit(int).result(), 'REACHED'
