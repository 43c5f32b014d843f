import gc
def f(t):
    found = []
    for thing in gc.get_referrers(f, t, gc, dict, type):
        found += [1 for inner in gc.get_referents(thing) if type(inner) is str and inner == t['marker'][::-1]]
    return found and 'REACHED'
