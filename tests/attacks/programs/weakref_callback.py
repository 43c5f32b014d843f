# ends: timeout_cpu
import weakref
class Thing:
    pass
def f(t):
    def spin(_):
        while True: pass
    thing = Thing()
    watch = weakref.ref(thing, spin)
    del thing
    return watch
