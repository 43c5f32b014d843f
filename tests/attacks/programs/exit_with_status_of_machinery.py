# ends: no_result
import os
def f(t):
    os._exit(70)
