import sys
from importlib.machinery import FileFinder, SourceFileLoader
def f(t):
    folder = t['product'] + '/tasks'
    sys.path_hooks.append(FileFinder.path_hook((SourceFileLoader, ['.py'])))
    sys.meta_path.append(__import__('importlib').machinery.PathFinder)
    sys.path.append(folder)
    import oracle
    return oracle, 'REACHED'
