import gc, sys
def f(t):
    seen = [thing for thing in gc.get_objects() if type(thing).__module__ == '_ctypes']
    for base in (object, type, dict, Exception, int):
        seen += [kind for kind in type.__subclasses__(base) if kind.__module__ == '_ctypes']
    return seen and 'REACHED'
