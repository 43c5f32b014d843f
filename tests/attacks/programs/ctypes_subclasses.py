def f(t):
    seen = []
    def walk(kind):
        for child in type.__subclasses__(kind):
            if child not in seen:
                seen.append(child)
                walk(child)
    walk(object)
    return [1 for kind in seen if kind.__name__ in ('CFuncPtr', '_SimpleCData', 'CDLL')] and 'REACHED'
