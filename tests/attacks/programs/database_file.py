# ends: import_error
import dbm
def f(t):
    return dbm.open(t['scratch'], 'c'), 'REACHED'
