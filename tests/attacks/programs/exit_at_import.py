# ends: no_result
import os
os._exit(0)
def f(t):
    return 'REACHED'
