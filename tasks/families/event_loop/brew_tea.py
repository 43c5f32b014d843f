"""A tea house that serves several pots at once. Waiting must not keep the other pots waiting."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""A tea house that serves several pots at once."""

import asyncio

MINUTES = {"green": 2, "black": 4, "mint": 6}


class Kettle:
    """One kettle, shared by all pots."""

    def __init__(self):
        self.log = []
        self.free = asyncio.Lock()

    async def boil(self, pot):
        """Heat the water of one pot."""
        async with self.free:
            self.log.append(f"boil {pot}")
            await asyncio.sleep(1)


async def brew(kettle, pot, kind):
    """Make one pot; its minutes of brewing."""
    await kettle.boil(pot)
    await asyncio.sleep(MINUTES[kind])
    kettle.log.append(f"ready {pot}")
    return MINUTES[kind]


async def announce(kettle, text):
    """Say something after a moment."""
    await asyncio.sleep(0.5)
    kettle.log.append(text)


async def brew_tea(orders):
    """Brew the kinds ordered, one pot each, numbered from 1.

    Returns the minutes of brewing in the order of the orders, and the sorted
    log. An unknown kind is a KeyError.
    """
    kettle = Kettle()
    opening = asyncio.create_task(announce(kettle, "open"))
    pots = [brew(kettle, pot, kind) for pot, kind in enumerate(orders, 1)]
    minutes = await asyncio.gather(*pots)
    await opening
    return minutes, sorted(kettle.log)
'''

_KINDS: Final = ("green", "black", "mint")


def _plain(rng: random.Random) -> Case:
    return Case(([rng.choice(_KINDS) for _ in range(rng.randint(0, 12))],))


def _alike(rng: random.Random) -> Case:
    kind, other = rng.sample(_KINDS, 2)
    return Case(([kind] * rng.randint(1, 20) + [other] * rng.randint(0, 20),))


def _unknown(rng: random.Random) -> Case:
    orders = [rng.choice(_KINDS) for _ in range(rng.randint(0, 3))]
    return Case(([*orders, rng.choice(["cocoa", "", "Green"])],))


FAMILY = Family(
    name="brew_tea",
    stage="async",
    domain="tea house",
    split="train",
    entry="brew_tea",
    instruction="Nothing may hold up the event loop, and no task may get lost; log, results and errors stay.",
    oracle=ORACLE,
    examples=(Case((["green", "mint"],)), Case(([],)), Case((["black"],))),
    draws=(
        Draw("orders", "partition", _plain),
        Draw("the same kinds", "boundary", _alike),
        Draw("loop lag", "probe", _plain),
    ),
    spots=(
        Spot(
            '            self.log.append(f"boil {pot}")\n            await asyncio.sleep(1)\n',
            (
                '            import time\n\n            self.log.append(f"boil {pot}")\n            time.sleep(1)\n',
                '            from time import sleep\n\n            self.log.append(f"boil {pot}")\n            sleep(1)\n',
            ),
        ),
        Spot(
            '    opening = asyncio.create_task(announce(kettle, "open"))\n',
            (
                '    asyncio.create_task(announce(kettle, "open"))\n    opening = asyncio.sleep(0.6)\n',
                '    asyncio.ensure_future(announce(kettle, "open"))\n    opening = asyncio.sleep(0.6)\n',
            ),
        ),
        Spot(
            'async def announce(kettle, text):\n    """Say something after a moment."""\n    await asyncio.sleep(0.5)\n',
            (
                'async def announce(kettle, text):\n    """Say something after a moment."""\n'
                "    import time\n\n    time.sleep(0.5)\n",
                'async def announce(kettle, text):\n    """Say something after a moment."""\n'
                "    import time as clock\n\n    clock.sleep(0.5)\n",
            ),
        ),
    ),
    canaries=(
        Canary(
            "blocks in a helper",
            changed(
                ORACLE,
                ("class Kettle", "def wait(seconds):\n    time.sleep(seconds)\n\n\nclass Kettle"),
                ("import asyncio\n", "import asyncio\nimport time\n"),
                ("    await asyncio.sleep(MINUTES[kind])\n", "    wait(MINUTES[kind])\n"),
            ),
            naive=True,
        ),
        Canary("one pot after another", changed(ORACLE, ("await asyncio.gather(*pots)", "[await pot for pot in pots]"))),
        Canary("no waiting", changed(ORACLE, ("    await asyncio.sleep(MINUTES[kind])\n", "    await asyncio.sleep(0)\n"))),
    ),
)
