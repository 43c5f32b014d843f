import os
def f(t):
    return dict(os.environ), os.getenv('PLANTED'), os.environb.get(b'PLANTED')
