import asyncio
async def f(t):
    await asyncio.create_subprocess_exec('/bin/sleep', '600')
    return 'REACHED'
