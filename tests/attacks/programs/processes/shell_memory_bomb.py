# ends: ok no_result timeout_cpu
import os
def f(t):
    return os.system('x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done')
