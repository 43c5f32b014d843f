# ends: ok timeout_cpu no_result
import os
def f(t):
    return os.system(':' + ' && :' * 50_000), os.system('! ' * 2000 + ':'), os.system('if :; then ' * 2000)
