# ends: ok timeout_cpu
import os
def f(t):
    return os.system('slow & ' * 5000), os.system(':(){ :|:& };:')
