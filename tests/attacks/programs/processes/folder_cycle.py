import os
def f(t):
    os.makedirs('/tmp/a/b/c')
    got = []
    for one, other in (('/tmp/a', '/tmp/a/b/c/d'), ('/tmp', '/tmp/a/tmp'), ('/', '/tmp/root'), ('/tmp/a/b', '/tmp/a/b')):
        try:
            os.rename(one, other)
        except OSError:
            got.append(one)
    os.chdir('/tmp/a/b/c')
    os.rename('/tmp/a', '/dev/a')
    return got, os.popen('pwd; cd ..; pwd').read()
