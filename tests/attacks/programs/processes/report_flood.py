# ends: ok no_result timeout_cpu
import subprocess
def f(t):
    return [subprocess.run(['tool', 'x' * 60_000], input=b'y' * 60_000).returncode for _ in range(200)]
