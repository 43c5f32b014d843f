import os
def f(t):
    return [os.system(f'echo x > {path}; mkdir -p {path}; rm -rf {path}') for path in (t['scratch'], t['secret_file'], '/dev/shm/left', '/../../tmp/left')]
