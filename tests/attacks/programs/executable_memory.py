# ends: import_error
import mmap
def f(t):
    return mmap.mmap(-1, 4096, prot=7), 'REACHED'
