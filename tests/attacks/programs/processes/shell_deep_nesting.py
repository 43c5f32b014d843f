import os
def f(t):
    return os.system('(' * 5000 + ':' + ')' * 5000), os.system('{ ' * 5000 + ':' + '; }' * 5000)
