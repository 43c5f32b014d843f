import os
def f(t):
    return os.getxattr(t['secret_file'], 'user.x'), 'REACHED'
