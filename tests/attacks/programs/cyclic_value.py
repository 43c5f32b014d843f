def f(t):
    x = []
    x.append(x)
    y = {}
    y['y'] = y
    return x, y, [x, y]
