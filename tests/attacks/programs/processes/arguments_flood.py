# ends: ok no_result timeout_cpu
import subprocess
def f(t):
    try:
        return subprocess.run(['tool', *['x' * 100_000] * 300]).returncode
    except OSError:
        return subprocess.run(['tool'], env={str(at): 'x' * 1000 for at in range(20_000)}).returncode
