# ends: timeout_wall
import time
def f(t):
    held = [value for value in vars(time.sleep.__func__).values()]
    import select
    poller = select.poll()
    poller.poll(600_000)
    return held
