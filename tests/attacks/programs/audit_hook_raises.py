# ends: ok no_result import_error
import sys
def f(t):
    def hook(event, args):
        raise RuntimeError
    sys.addaudithook(hook)
    return 0
