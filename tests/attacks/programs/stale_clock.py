import time, datetime
mine = []
def f(t):
    found = not mine and time.time() > 1_800_000_000
    mine.append(1)
    time.sleep(1_000_000_000)
    return found and 'REACHED'
