import os
def f(t):
    return os.eventfd(0), 'REACHED'
