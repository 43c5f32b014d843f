import atexit, os, time
def f(t):
    atexit.register(os.system, 'sleep 600 &')
    atexit.register(time.sleep, 600)
