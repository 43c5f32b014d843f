# ends: ok no_result
import os
def f(t):
    os.write(4, b'?????')
    return 0
