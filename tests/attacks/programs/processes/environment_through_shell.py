import os
def f(t):
    return os.popen('env; set; echo $PLANTED $PYTHONHASHSEED; export').read()
