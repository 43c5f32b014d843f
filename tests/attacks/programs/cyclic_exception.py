def f(t):
    error = ValueError()
    error.args = (error, [error])
    error.__cause__ = error.__context__ = error
    raise error
