import linecache
def f(t):
    return linecache.getlines(t['secret_file']) and 'REACHED'
