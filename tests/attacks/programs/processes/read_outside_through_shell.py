import os
def f(t):
    return [os.popen(f'cat {path}; read x < {path}; echo $x').read() for path in (t['secret_file'], '/etc/passwd', '/proc/self/environ', '../../../../etc/passwd')]
