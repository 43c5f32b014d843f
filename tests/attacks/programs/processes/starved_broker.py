# ends: ok timeout_cpu no_result
import subprocess
def f(t):
    at = 0
    try:
        for at in range(100_000):
            subprocess.Popen(['slow'])
    except OSError:
        return at
