# world: closed
import os
def f(t):
    return os.system('sleep 600 &') == 0 and 'REACHED'
