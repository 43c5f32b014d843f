# ends: no_result timeout_wall
import os, subprocess
def f(t):
    subprocess.Popen(['slow'])
    return os.waitpid(-1, 0)
