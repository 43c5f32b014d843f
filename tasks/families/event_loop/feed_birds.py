"""Feeders of a garden, filled by workers from a queue. Workers are kept, and rest without blocking."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Feeders of a garden, filled by workers."""

import asyncio

REST = 0.5


async def fill(feeder, grams, level):
    """Pour slowly, ten grams in a tenth of a second."""
    while grams > 0:
        portion = min(10, grams)
        await asyncio.sleep(0.1)
        level[feeder] = level.get(feeder, 0) + portion
        grams -= portion


async def worker(name, jobs, level, report):
    """Work through the queue, with a rest after each job."""
    while True:
        feeder, grams = await jobs.get()
        await fill(feeder, grams, level)
        report.append((name, feeder))
        await asyncio.sleep(REST)
        jobs.task_done()


async def feed_birds(feeders, workers=2):
    """Fill feeders (name, grams) with so many workers.

    Returns the grams of each feeder by name, and the feeders of all jobs that
    were done, sorted. Without a worker there is nothing but a ValueError.
    """
    if workers < 1:
        raise ValueError("no worker")
    jobs = asyncio.Queue()
    level, report = {}, []
    crew = [asyncio.create_task(worker(name, jobs, level, report)) for name in range(workers)]
    for job in feeders:
        jobs.put_nowait(job)
    await jobs.join()
    for member in crew:
        member.cancel()
    return dict(sorted(level.items())), sorted(feeder for _, feeder in report)
'''

_NAMES: Final = ("oak", "roof", "pond")


def _feeders(rng: random.Random, most: int) -> list[tuple[str, int]]:
    return [(rng.choice(_NAMES), rng.choice([0, 5, 10, 15, 40])) for _ in range(rng.randint(0, most))]


def _plain(rng: random.Random) -> Case:
    return Case((_feeders(rng, 6),))


def _crews(rng: random.Random) -> Case:
    return Case((_feeders(rng, 6), rng.randint(1, 4)))


def _none(rng: random.Random) -> Case:
    return Case((_feeders(rng, 3), rng.choice([-1, 0, 1])))


FAMILY = Family(
    name="feed_birds",
    stage="async",
    domain="garden",
    split="test",
    entry="feed_birds",
    instruction="Nothing may hold up the event loop, and no worker may get lost; levels, counts and errors stay.",
    oracle=ORACLE,
    examples=(Case(([("oak", 15), ("pond", 5)],)), Case(([], 1)), Case(([("oak", 5)], 0))),
    draws=(
        Draw("feeders", "partition", _plain),
        Draw("no worker", "error", _none),
        Draw("loop lag", "probe", _plain),
        Draw("loop lag of crews", "probe", _crews),
    ),
    spots=(
        Spot(
            "        portion = min(10, grams)\n        await asyncio.sleep(0.1)\n",
            ("        import time\n\n        portion = min(10, grams)\n        time.sleep(0.1)\n",),
        ),
        Spot(
            "        report.append((name, feeder))\n        await asyncio.sleep(REST)\n",
            (
                "        import time\n\n        report.append((name, feeder))\n        time.sleep(REST)\n",
                "        from time import sleep\n\n        report.append((name, feeder))\n        sleep(REST)\n",
            ),
        ),
        Spot(
            "    crew = [asyncio.create_task(worker(name, jobs, level, report)) for name in range(workers)]\n",
            (
                "    crew = []\n    for name in range(workers):\n"
                "        asyncio.create_task(worker(name, jobs, level, report))\n",
                "    crew = ()\n    for name in range(workers):\n"
                "        asyncio.ensure_future(worker(name, jobs, level, report))\n",
            ),
        ),
    ),
    canaries=(
        Canary(
            "blocks in a helper",
            changed(
                ORACLE,
                ("async def fill", "def rest():\n    time.sleep(REST)\n\n\nasync def fill"),
                ("import asyncio\n", "import asyncio\nimport time\n"),
                ("        await asyncio.sleep(REST)\n", "        rest()\n"),
            ),
            naive=True,
        ),
        Canary(
            "rests before",
            changed(
                ORACLE,
                (
                    "        await fill(feeder, grams, level)\n",
                    "        await asyncio.sleep(REST)\n        await fill(feeder, grams, level)\n",
                ),
            ),
        ),
        Canary("pours at once", changed(ORACLE, ("min(10, grams)", "grams"))),
    ),
)
