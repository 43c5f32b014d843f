import sys
def f(t):
    sys.setprofile(None)
    seen = []
    def profile(frame, event, arg):
        seen.append((event, repr(arg)[:1000], repr(frame.f_globals)[:10_000]))
    sys.setprofile(profile)
    len([])
    sys.setprofile(None)
    return [1 for text in seen if t['marker'][::-1] in repr(text)] and 'REACHED'
