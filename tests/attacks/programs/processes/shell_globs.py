# ends: ok timeout_cpu no_result
import os
def f(t):
    for at in range(900):
        os.mkdir(f'/tmp/{at}')
    return os.system('echo /*/*/*/*/*/*/../*/../*/../*/../*/*'), os.system('echo ' + '*/../' * 200)
