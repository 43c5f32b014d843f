"""The next job of a queue. Trap: the unused name is bound to a call that has an effect."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Order of work in the print shop."""

URGENT = 2


def take_job(queue, done, limit=10):
    """Take jobs from the front of `queue` until one is urgent.

    Jobs are pairs (name, priority). Everything taken is appended to `done`,
    which holds at most `limit` names: the oldest leave first. Returns the name
    of the urgent job, or None when there is none; `queue` is empty then.
    """
    while queue:
        name, priority = queue.pop(0)
        done.append(name)
        if len(done) > limit:
            done.pop(0)
        if priority >= URGENT:
            return name
    return None
'''

BASE: Final = changed(ORACLE, ("            done.pop(0)\n", "            oldest = done.pop(0)\n"))

_NAMES: Final = ("poster", "flyer", "menu", "ticket", "badge")


def _job(rng: random.Random) -> tuple[str, int]:
    return rng.choice(_NAMES), rng.choice([-1, 0, 1, 2, 3])


def _jobs(rng: random.Random, most: int) -> list[tuple[str, int]]:
    return [_job(rng) for _ in range(rng.randint(0, most))]


def _ordinary(rng: random.Random) -> Case:
    return Case((_jobs(rng, 6), [rng.choice(_NAMES) for _ in range(rng.randint(0, 3))]))


def _nearly_full(rng: random.Random) -> Case:
    limit = rng.randint(0, 3)
    return Case((_jobs(rng, 6), [f"old{number}" for number in range(rng.randint(0, limit + 1))], limit))


def _none_urgent(rng: random.Random) -> Case:
    return Case(([(name, rng.choice([0, 1])) for name, _ in _jobs(rng, 12)], []), {"limit": rng.choice([0, 1, 5, 10])})


def _usual_limit(rng: random.Random) -> Case:
    return Case((_jobs(rng, 6), [f"old{number}" for number in range(rng.randint(7, 12))]))


FAMILY = Family(
    name="take_job",
    stage="easy",
    domain="print shop",
    split="train",
    entry="take_job",
    instruction="Clean up this queue worker; what it does to the two lists is part of the contract.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(Case(([("menu", 0), ("poster", 2)], [])), Case(([("menu", 0)], ["a", "b"], 2))),
    draws=(
        Draw("queues", "partition", _ordinary),
        Draw("nearly full", "boundary", _nearly_full),
        Draw("nothing urgent", "partition", _none_urgent),
        Draw("the usual limit", "boundary", _usual_limit),
    ),
    canaries=(
        Canary("drops the call", changed(ORACLE, ("            done.pop(0)\n", "            pass\n")), naive=True),
        Canary("strictly urgent", changed(ORACLE, (">= URGENT", "> URGENT"))),
    ),
)
