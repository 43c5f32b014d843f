import asyncio
class Policy(asyncio.DefaultEventLoopPolicy):
    def new_event_loop(self):
        raise SystemExit
asyncio.set_event_loop_policy(Policy())
async def f(t):
    return 0
