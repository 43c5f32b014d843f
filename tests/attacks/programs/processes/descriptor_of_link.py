# ends: ok no_result timeout_wall
import subprocess
def f(t):
    return subprocess.run(['cat'], stdin=5, stdout=5, timeout=1)
