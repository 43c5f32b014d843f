# ends: ok timeout_cpu no_result
import os
def f(t):
    return os.system('x=' + 'a' * 4000 + '; echo ${x%%' + '[!b-z]*' * 400 + 'b}')
