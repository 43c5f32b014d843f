# ends: timeout_cpu
import gc
def f(t):
    def spin(*_):
        while True: pass
    gc.set_threshold(1)
    gc.callbacks.append(spin)
    return [[] for _ in range(1000)]
