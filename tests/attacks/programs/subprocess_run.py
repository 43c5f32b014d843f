# world: closed
import subprocess
def f(t):
    return subprocess.run(['/bin/cat', t['secret_file']], capture_output=True).stdout, 'REACHED'
