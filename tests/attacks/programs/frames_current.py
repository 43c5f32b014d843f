import sys
def f(t):
    return [1 for frame in sys._current_frames().values() if t['marker'][::-1] in repr(frame.f_globals)] and 'REACHED'
