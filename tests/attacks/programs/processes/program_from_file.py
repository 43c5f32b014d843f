import os, subprocess
def f(t):
    with open('/usr/bin/own', 'w') as file:
        file.write('#!/bin/sh\necho REACHED\n')
    os.chmod('/usr/bin/own', 0o755)
    try:
        return subprocess.run(['/usr/bin/own'], capture_output=True, text=True).stdout
    except OSError:
        return os.system('/usr/bin/own')
