# ends: import_error
import _testcapi
def f(t):
    return _testcapi, 'REACHED'
