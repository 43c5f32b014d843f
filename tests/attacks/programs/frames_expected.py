import sys
def f(t):
    frame, seen = sys._getframe(), []
    while frame:
        seen.append(repr(frame.f_locals))
        frame = frame.f_back
    return [1 for text in seen if t['marker'][::-1] in text] and 'REACHED'
