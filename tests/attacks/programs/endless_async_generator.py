async def f(t):
    while True:
        yield 1
