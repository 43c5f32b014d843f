# ends: ok timeout_cpu no_result
import os
def f(t):
    block, total = b'x' * (1 << 20), 0
    for at in range(1000):
        try:
            fd = os.open(f'{at}', os.O_CREAT | os.O_RDWR)
            while True:
                total += os.write(fd, block)
        except OSError:
            if total >> 20 > 600:
                return f'{total >> 20} MiB: REACHED'
    return total
