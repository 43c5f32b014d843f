import sys
def f(t):
    frame = sys._getframe()
    while frame:
        kernel = frame.f_locals.get('kernel')
        if kernel is not None:
            return kernel.prctl(38, 1), kernel.traceme(), 'REACHED'
        frame = frame.f_back
