import sys, os
def f(t):
    sys.dont_write_bytecode = False
    return os.open(os.path.join(os.path.dirname(os.__file__), '__pycache__', 'evil.pyc'), os.O_CREAT | os.O_WRONLY), 'REACHED'
