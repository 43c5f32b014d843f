# ends: ok no_result timeout_cpu
import os
def f(t):
    return os.system('x=' + 'a' * 100_000 + '; ' + 'x=$x$x; ' * 20 + ': $x $x $x $x')
