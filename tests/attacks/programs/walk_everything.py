# ends: ok timeout_cpu
import gc, sys
def f(t):
    queue, seen, found = [sys._getframe(), sys.modules, *gc.get_objects()], set(), []
    while queue and len(seen) < 30_000:
        thing = queue.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if type(thing) in (str, bytes) and thing in (t['marker'][::-1], t['marker'][::-1].encode()):
            found.append(1)
        queue += gc.get_referents(thing)
        if hasattr(type(thing), 'f_back'):
            queue += [thing.f_back, dict(thing.f_locals)]
    return found and 'REACHED'
