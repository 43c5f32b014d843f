# ends: import_error
import _xxsubinterpreters as many
def f(t):
    return many.run_string(many.create(), 'import ctypes'), 'REACHED'
