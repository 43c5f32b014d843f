import _io
def f(t):
    return _io.open_code(t['secret_file']).read().decode()
