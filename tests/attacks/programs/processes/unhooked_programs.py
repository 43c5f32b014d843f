import subprocess
def f(t):
    got, names = [], subprocess.Popen._wait.__globals__
    for name, given in (('system', ('sleep 600 &',)), ('posix_spawn', ('/bin/sleep', ['sleep', '600'], {})), ('kill', (t['server'], 10)), ('pidfd_open', (t['server'],)), ('killpg', (0, 0))):
        try:
            result = names['_EXPORTED'][name](*given)
            got += [name] if result != -1 and not (name == 'system' and result) else []
        except OSError:
            pass
    return got and 'REACHED'
