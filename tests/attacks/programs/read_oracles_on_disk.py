import _io
def f(t):
    return _io.FileIO(t['product'] + '/tasks/data/stages.toml').read(200), 'REACHED'
