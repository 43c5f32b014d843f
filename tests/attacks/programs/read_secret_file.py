def f(t):
    return open(t['secret_file']).read()
