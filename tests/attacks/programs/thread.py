import threading, time
def f(t):
    threading.Thread(target=time.sleep, args=(600,), daemon=False).start()
    return 'REACHED'
