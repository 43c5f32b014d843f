# ends: ok no_result timeout_cpu
import os
def f(t):
    kept = []
    try:
        while True:
            reader, writer = os.pipe()
            os.set_blocking(writer, False)
            kept.append((reader, writer))
            while os.write(writer, b'x' * 65536): pass
    except BlockingIOError:
        return len(kept)
    except OSError:
        return len(kept)
