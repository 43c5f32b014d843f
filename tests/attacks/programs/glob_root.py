import glob
def f(t):
    found = glob.glob('/proc/*') + glob.glob('/usr/*/python3*') + glob.glob(t['secret_file'])
    return found and 'REACHED'
