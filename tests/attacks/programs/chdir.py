import os
def f(t):
    os.chdir('/etc')
    return open('passwd').read(), 'REACHED'
