import gc
def f(t):
    found = []
    for thing in gc.get_objects():
        try:
            text = repr(thing)
        except Exception:
            continue
        if t['marker'][::-1] in text and 'secret_file' not in text:
            found.append(text)
    return found and 'REACHED'
