# ends: memory timeout_cpu
def f(t):
    kept = [bytearray(1 << 20)]
    while True:
        kept.append(bytearray(len(kept[-1]) * 2))
