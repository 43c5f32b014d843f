import sys
def f(t):
    imp = sys.modules['_frozen_importlib']._imp
    spec = type(sys.__spec__)('_ctypes', None, origin=t['ctypes'])
    return imp.create_dynamic(spec), 'REACHED'
