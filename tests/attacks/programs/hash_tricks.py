class Key(str):
    count = 0
    def __hash__(self):
        Key.count += 1
        return Key.count
    def __eq__(self, other):
        return bool(Key.count % 2)
def f(t):
    return {Key('a'): 1, Key('a'): 2, 'a': 3}, {Key('b'), Key('b')}
