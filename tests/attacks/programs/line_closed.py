# ends: no_result
import os
def f(t):
    os.close(4)
    return 0
