def f(t):
    print('\udc80')
    return '\ud800', {'\udfff': b'\xff'}, ['\ud800\udc00']
