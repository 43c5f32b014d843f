def f(t):
    def g():
        yield g.gi_frame.f_back
    g = g()
    frame, seen = next(g), []
    while frame:
        seen.append(repr(frame.f_locals))
        frame = frame.f_back
    return [1 for text in seen if t['marker'][::-1] in text] and 'REACHED'
