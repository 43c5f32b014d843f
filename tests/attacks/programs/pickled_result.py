import pickle
def f(t):
    return pickle.dumps(print), b"cos\nsystem\n(S'touch " + t['scratch'].encode() + b"'\ntR."
