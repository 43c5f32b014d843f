# ends: ok timeout_cpu no_result
import os
def f(t):
    return os.system('cat ' + '| cat ' * 5000 + '< a.txt')
