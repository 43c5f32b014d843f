import sys
def f(t):
    frame, reached = sys._getframe(), []
    while frame:
        names = frame.f_globals
        for module in ('confine', 'jobs', 'filters', 'landlock'):
            if module in names:
                thing = names[module]
                for name in ('apply', 'attach', 'restrict'):
                    try:
                        getattr(thing, name)(names.get('kernel'), *[None] * 4)
                        reached.append(name)
                    except Exception:
                        pass
        frame = frame.f_back
    return reached and 'REACHED'
