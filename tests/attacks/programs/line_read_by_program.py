# ends: timeout_wall
import os
def f(t):
    return os.read(4, 100)
