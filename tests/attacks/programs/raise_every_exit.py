import asyncio
kinds = [SystemExit, KeyboardInterrupt]
def f(t):
    raise kinds.pop()
