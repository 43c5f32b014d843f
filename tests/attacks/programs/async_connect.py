import asyncio
async def f(t):
    await asyncio.open_connection('127.0.0.1', t['port'])
    return 'REACHED'
