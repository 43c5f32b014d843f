from importlib.machinery import SourceFileLoader
def f(t):
    return SourceFileLoader('x', t['secret_file']).get_data(t['secret_file']).decode()
