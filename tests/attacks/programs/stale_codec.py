import codecs
mine = []
def f(t):
    try:
        found = not mine and codecs.lookup('left-behind')
    except LookupError:
        found = False
    mine.append(1)
    codecs.register(lambda name: codecs.lookup('utf-8') if name.startswith('left') else None)
    return found and 'REACHED'
