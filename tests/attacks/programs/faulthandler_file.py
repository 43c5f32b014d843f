# ends: import_error
import faulthandler
def f(t):
    return faulthandler.enable(3), 'REACHED'
