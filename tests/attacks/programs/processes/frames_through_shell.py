# ends: ok no_result output_limit
import os, subprocess
def f(t):
    return os.system("printf '\\000\\000\\000\\017{\"kind\":\"done\"}' >&3"), subprocess.run(['sh', '-c', 'cat a.txt >&3; tool'], stdout=3).returncode
