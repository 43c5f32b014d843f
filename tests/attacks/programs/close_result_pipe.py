# ends: no_result
import os
def f(t):
    os.close(3)
    return 0
