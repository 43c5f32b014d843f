import codecs
def f(t):
    for name in ('strict', 'surrogatepass', 'backslashreplace', 'replace'):
        codecs.register_error(name, lambda error: ('', error.end))
    codecs.register(lambda name: 1 / 0)
    return '\ud800', 'x'
