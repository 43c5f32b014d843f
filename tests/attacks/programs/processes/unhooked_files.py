import os
def f(t):
    real, got = os.open.__func__.__globals__['_REAL'], []
    for name, given in (('open', (t['secret_file'], 0)), ('stat', (t['secret_file'],)), ('listdir', ('/proc',)), ('mkdir', (t['scratch'],)), ('unlink', (t['secret_file'],)), ('symlink', ('/etc/passwd', t['scratch']))):
        try:
            got.append((name, real[name](*given)))
        except OSError:
            pass
    return got and 'REACHED'
