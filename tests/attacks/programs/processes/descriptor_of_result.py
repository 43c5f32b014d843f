# ends: ok no_result output_limit
import subprocess
def f(t):
    return subprocess.run(['tool'], stdout=3, stdin=3, stderr=3).returncode
