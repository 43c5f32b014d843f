import os
def f(t):
    return os.chmod(t['secret_file'], 0o777), 'REACHED'
