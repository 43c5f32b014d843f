import os
mine = []
def f(t):
    found = [fd for fd in range(3) if os.lseek(fd, 0, os.SEEK_CUR)] and not mine
    mine.append(1)
    for fd in range(3):
        os.lseek(fd, 1234, os.SEEK_SET)
    return found and 'REACHED'
