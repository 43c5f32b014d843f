# ends: ok timeout_cpu
import signal, time
def f(t):
    rang = []
    signal.signal(signal.SIGALRM, lambda *_: rang.append(1))
    signal.alarm(1)
    end = time.process_time() + 0.8
    while time.process_time() < end:
        pass
    time.sleep(0.4)
    return rang and 'REACHED'
