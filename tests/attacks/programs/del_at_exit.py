import os, time
class Late:
    def __del__(self, sleep=time.sleep):
        sleep(600)
kept = Late()
def f(t):
    return 0
