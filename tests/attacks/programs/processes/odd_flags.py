# ends: ok no_result
import os
def f(t):
    got = []
    for flags in (-1, 1 << 40, os.O_TMPFILE, os.O_PATH, os.O_DIRECTORY | os.O_CREAT, os.O_NOFOLLOW, 3):
        for path in ('/', '/tmp', '/dev/null', 'a.txt', '/usr/bin/sh', ''):
            try:
                got.append(os.open(path, flags))
            except (OSError, OverflowError):
                pass
    return len(got)
