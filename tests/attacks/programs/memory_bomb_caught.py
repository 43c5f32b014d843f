# ends: ok memory timeout_cpu
def f(t):
    kept = []
    try:
        while True:
            kept.append(bytearray(8 << 20))
    except MemoryError:
        return len(kept)
