class Names(dict):
    def __contains__(self, name):
        return True
    def __getitem__(self, name):
        return lambda *a: 'x'
globals()['__builtins__'] = Names()
def f(t):
    return 0
