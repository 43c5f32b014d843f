def f(t):
    raise GeneratorExit
