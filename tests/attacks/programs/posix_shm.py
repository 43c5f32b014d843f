# ends: import_error
import _posixshmem
def f(t):
    return _posixshmem.shm_open('/x', 66, 0o666), 'REACHED'
