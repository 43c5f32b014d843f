# ends: timeout_cpu
import re
def f(t):
    return re.match('(a+)+$', 'a' * 60 + 'b')
