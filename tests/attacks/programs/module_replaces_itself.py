# ends: ok import_error
import sys
class Fake:
    f = staticmethod(lambda t: 0)
sys.modules[__name__] = Fake()
sys.modules['builtins'] = Fake()
def f(t):
    return 0
