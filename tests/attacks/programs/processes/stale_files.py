import os
mine = []
def f(t):
    found = not mine and os.path.exists('/tmp/left')
    mine.append(1)
    os.system('echo x > /tmp/left; cd /tmp; export LEFT=1')
    return found and 'REACHED'
