import sys
def f(t):
    seen = []
    def trace(frame, event, arg):
        while frame:
            seen.append(repr(frame.f_locals)[:100_000])
            frame = frame.f_back
        return trace
    sys.settrace(trace)
    sum([1])
    (lambda: 0)()
    sys.settrace(None)
    return [1 for text in seen if t['marker'][::-1] in text] and 'REACHED'
