import inspect
def f(t):
    return inspect.getsource(inspect), 'REACHED'
