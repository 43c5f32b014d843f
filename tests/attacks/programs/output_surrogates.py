import sys
def f(t):
    print('\ud800\x1b[31m<img src=x onerror=alert(1)>')
    sys.stdout.buffer.write(b'\xff\xfe\x00')
    return 0
