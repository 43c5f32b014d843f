import _thread, threading
def f(t):
    _thread.start_new_thread(print, ())
    return 'REACHED'
