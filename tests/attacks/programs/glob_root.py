import glob
def f(t):
    found = glob.glob('/*')
    return found and 'REACHED'
