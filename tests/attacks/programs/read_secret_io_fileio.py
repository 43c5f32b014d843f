import _io
def f(t):
    return _io.FileIO(t['secret_file']).read()
