import pickle
def f(t):
    return pickle.loads(b"cos\nsystem\n(S'sleep 600'\ntR.") == 0 and 'REACHED'
