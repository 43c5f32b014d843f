"""Hosts asked with a deadline. Polling and deadlines as parameters make way for events and timeouts."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Hosts that answer late or never."""

import asyncio


class Monitor:
    """Collects answers until all hosts are through."""

    def __init__(self, count):
        self.left = count
        self.answers = []
        self.done = asyncio.Event()
        if not count:
            self.done.set()

    def note(self, name, text):
        """Take in what became of one host."""
        self.answers.append((name, text))
        self.left -= 1
        if not self.left:
            self.done.set()


async def ask(name, delay):
    """The answer of a host after its delay."""
    await asyncio.sleep(delay)
    return f"{name} is up"


async def probe(monitor, name, delay, limit):
    """Ask a host and note what it says, or that it is late."""
    try:
        async with asyncio.timeout(limit):
            text = await ask(name, delay)
    except TimeoutError:
        text = "late"
    monitor.note(name, text)


async def probe_hosts(hosts, limit=3):
    """Ask all hosts (name, delay in seconds) at once.

    Returns the sorted pairs (name, answer); a host beyond `limit` seconds is
    "late". Delays are whole or half seconds and never exactly the limit.
    """
    monitor = Monitor(len(hosts))
    running = set()
    for name, delay in hosts:
        task = asyncio.create_task(probe(monitor, name, delay, limit))
        running.add(task)
        task.add_done_callback(running.discard)
    await monitor.done.wait()
    return sorted(monitor.answers)
'''

_NAMES: Final = ("web", "mail", "db", "file")


def _hosts(rng: random.Random, most: int) -> list[tuple[str, float]]:
    return [(rng.choice(_NAMES), rng.choice([0.5, 1, 1.5, 2, 2.5, 4, 9])) for _ in range(rng.randint(0, most))]


def _plain(rng: random.Random) -> Case:
    return Case((_hosts(rng, 5),))


def _limits(rng: random.Random) -> Case:
    return Case((_hosts(rng, 4), rng.choice([0.75, 1.25, 3.25, 5])))


FAMILY = Family(
    name="probe_hosts",
    stage="async",
    domain="network",
    split="train",
    entry="probe_hosts",
    instruction="Nothing may hold up the event loop or poll, and no task may get lost; answers stay as they are.",
    oracle=ORACLE,
    examples=(Case(([("web", 1), ("db", 9)],)), Case(([],)), Case(([("web", 1)], 0.5))),
    draws=(
        Draw("hosts", "partition", _plain),
        Draw("limits", "boundary", _limits),
        Draw("loop lag", "probe", _plain),
        Draw("loop lag with limits", "probe", _limits),
    ),
    spots=(
        Spot(
            '    """The answer of a host after its delay."""\n    await asyncio.sleep(delay)\n',
            (
                '    """The answer of a host after its delay."""\n    if delay < 0.75:\n        import time\n\n'
                "        time.sleep(delay)\n    else:\n        await asyncio.sleep(delay)\n",
                '    """The answer of a host after its delay."""\n    from time import sleep\n\n'
                "    await asyncio.sleep(delay - 0.01)\n    sleep(0.01)\n",
            ),
        ),
        Spot(
            "        task = asyncio.create_task(probe(monitor, name, delay, limit))\n"
            "        running.add(task)\n        task.add_done_callback(running.discard)\n",
            (
                "        asyncio.create_task(probe(monitor, name, delay, limit))\n",
                "        asyncio.ensure_future(probe(monitor, name, delay, limit))\n",
            ),
        ),
        Spot(
            "async def probe(monitor, name, delay, limit):\n"
            '    """Ask a host and note what it says, or that it is late."""\n'
            "    try:\n        async with asyncio.timeout(limit):\n            text = await ask(name, delay)\n",
            (
                "async def probe(monitor, name, delay, timeout):\n"
                '    """Ask a host and note what it says, or that it is late."""\n'
                "    try:\n        text = await asyncio.wait_for(ask(name, delay), timeout)\n",
                "async def probe(monitor, name, delay, timeout=None):\n"
                '    """Ask a host and note what it says, or that it is late."""\n'
                "    try:\n        async with asyncio.timeout(timeout):\n            text = await ask(name, delay)\n",
            ),
        ),
        Spot(
            "    await monitor.done.wait()\n",
            (
                "    while not monitor.done.is_set():\n        await asyncio.sleep(0.1)\n",
                "    while monitor.left:\n        await asyncio.sleep(0.25)\n",
            ),
        ),
    ),
    canaries=(
        Canary(
            "one after another",
            changed(
                ORACLE,
                (
                    "        task.add_done_callback(running.discard)\n",
                    "        task.add_done_callback(running.discard)\n        await task\n",
                ),
            ),
        ),
        Canary("nobody is late", changed(ORACLE, ("async with asyncio.timeout(limit)", "async with asyncio.timeout(None)"))),
        Canary(
            "blocks in a helper",
            changed(
                ORACLE,
                ("class Monitor", "def pause(seconds):\n    time.sleep(seconds)\n\n\nclass Monitor"),
                ("import asyncio\n", "import asyncio\nimport time\n"),
                ("    await asyncio.sleep(delay)\n", "    pause(delay / 2)\n    await asyncio.sleep(delay / 2)\n"),
            ),
            naive=True,
        ),
    ),
)
