# ends: timeout_wall no_result
import os, subprocess
def f(t):
    reader, writer = os.pipe()
    return subprocess.run(['cat'], stdin=reader, stdout=subprocess.DEVNULL)
