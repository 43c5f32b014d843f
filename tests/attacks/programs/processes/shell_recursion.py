# ends: ok timeout_cpu no_result
import os
def f(t):
    with open('again', 'w') as file:
        file.write('sh again; sh again\n')
    return os.system('sh again')
