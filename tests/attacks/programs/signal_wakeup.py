import signal, os
def f(t):
    signal.set_wakeup_fd(3, warn_on_full_buffer=False)
    return 'REACHED'
