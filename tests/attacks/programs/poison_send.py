# ends: ok no_result output_limit
import sys
def f(t):
    frame = sys._getframe()
    while frame:
        stage = frame.f_locals.get('stage')
        if stage is not None:
            stage.send({'kind': 'call', 'call': 1, 'how': 'value', 'value': 'x'})
            object.__setattr__(stage, 'send', lambda frame: None)
        frame = frame.f_back
    return 0
