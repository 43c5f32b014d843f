# ends: ok timeout_cpu no_result
import subprocess
def f(t):
    return len(subprocess.run('while :; do echo ' + 'x' * 10_000 + '; done', shell=True, capture_output=True).stdout)
