# ends: ok no_result
import os
def f(t):
    return os.system('echo ' + '$(echo ' * 3000 + 'x' + ')' * 3000), os.system('echo ' + '${x:-' * 3000 + 'y' + '}' * 3000), os.system('echo ' + '`' * 3001)
