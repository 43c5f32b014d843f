import _io, importlib.util
def f(t):
    path = importlib.util.cache_from_source(t['product'] + '/tasks/bank.py')
    return _io.FileIO(path).read(200), 'REACHED'
