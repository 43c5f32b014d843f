import gc
def f(t):
    gc.unfreeze()
    return [thing for thing in gc.get_objects() if getattr(thing, '__name__', '') == 'watch'] and 'REACHED'
