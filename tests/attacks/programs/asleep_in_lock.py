# ends: timeout_wall
import _thread
def f(t):
    lock = _thread.allocate_lock()
    lock.acquire()
    lock.acquire()
