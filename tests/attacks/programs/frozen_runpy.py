from importlib.machinery import FrozenImporter
import sys
def f(t):
    sys.meta_path.append(FrozenImporter)
    import runpy
    return runpy, 'REACHED'
