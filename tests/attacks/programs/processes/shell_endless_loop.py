# ends: ok timeout_cpu
import os
def f(t):
    return os.system('while :; do :; done')
