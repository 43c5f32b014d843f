# ends: crashed
import os
def f(t):
    os.abort()
