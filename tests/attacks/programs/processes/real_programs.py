import os, subprocess
def f(t):
    got = []
    for program in ('/bin/cat', '/usr/bin/python3', '/bin/busybox', '/lib64/ld-linux-x86-64.so.2', '/proc/self/exe'):
        try:
            got.append(subprocess.run([program, t['secret_file']], capture_output=True, text=True).stdout)
        except OSError:
            pass
    return got
