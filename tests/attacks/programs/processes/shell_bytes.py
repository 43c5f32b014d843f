import os
def f(t):
    return os.system(b'\xff\xfe \x80 > \xff; cat < \xff'), os.system('\u4e2d\ud800'.encode(errors='surrogatepass'))
