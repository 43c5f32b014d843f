# ends: ok timeout_cpu no_result
import os
def f(t):
    return os.system('while :; do cat x x >> y; cat y y >> x; echo ' + 'x' * 10_000 + ' >> x; done')
