# ends: import_error ok
import sys
frame, told = sys._getframe(), []
while frame:
    told += [repr(value) for value in frame.f_locals.values() if 'hidden' in repr(value)]
    frame = frame.f_back
if told:
    raise ValueError(told)
def f(t):
    return 0
