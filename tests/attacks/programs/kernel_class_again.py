import sys
def f(t):
    frame = sys._getframe()
    while frame:
        kind = frame.f_globals.get('Kernel')
        if kind is not None:
            return kind().prctl(38, 1), 'REACHED'
        frame = frame.f_back
