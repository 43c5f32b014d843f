import sys
def f(t):
    frame = sys._getframe()
    while frame:
        control = frame.f_locals.get('control')
        if control is not None:
            return control.send(b'reap'), 'REACHED'
        frame = frame.f_back
