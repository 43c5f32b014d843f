# ends: ok no_result
import os
def f(t):
    kept = []
    for at in range(2000):
        try:
            kept.append(open(f'/tmp/{at}', 'w'))
        except OSError:
            break
    return len(kept)
