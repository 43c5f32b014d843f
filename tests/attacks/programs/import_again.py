import importlib, sys
def f(t):
    got = []
    for name in ('_ctypes', 'mmap', 'multiprocessing', 'ctypes.util', 'runpy', 'pty', 'sqlite3', '_posixshmem', 'site'):
        sys.modules.pop(name, None)
        try:
            got.append(importlib.import_module(name))
        except ImportError:
            pass
    return got and 'REACHED'
