"""Numbers of a waiting room. Trap: an argument that the format does not want moves the counter on."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Numbers for the waiting room of a clinic."""

DESKS = {"x-ray": "X", "blood": "B", "eyes": "E"}


def prefix(reason):
    """Letter of the desk for a reason, G for all that has no desk of its own."""
    return DESKS.get(reason.lower(), "G")


def call_numbers(reasons, numbers, reserve=2):
    """Give each patient a number, taken from the front of `numbers`.

    Numbers read like X07: the letter of the desk and two digits at least. With
    each patient at the desk for eyes one more number is taken and thrown away,
    because the drops need time. The patients get theirs in order; `numbers` is
    left with what was not used. It must still hold `reserve` numbers in the end,
    else nothing is taken and the call fails.
    """
    desks = [prefix(reason) for reason in reasons]
    needed = len(desks) + desks.count("E")
    if len(numbers) - needed < reserve:
        raise ValueError(f"{len(numbers)} numbers are not enough for {needed}")
    calls = []
    for desk in desks:
        calls.append(f"{desk}{numbers.pop(0):02}")
        if desk == "E":
            numbers.pop(0)
    return calls
'''

BASE: Final = changed(
    ORACLE,
    (
        '        calls.append(f"{desk}{numbers.pop(0):02}")\n        if desk == "E":\n            numbers.pop(0)\n',
        (
            '        if desk == "E":\n'
            '            calls.append("{}{:02}".format(desk, numbers.pop(0), numbers.pop(0)))\n'
            "        else:\n"
            '            calls.append(f"{desk}{numbers.pop(0):02}")\n'
        ),
    ),
)
NAIVE: Final = changed(BASE, (", numbers.pop(0), numbers.pop(0)))", ", numbers.pop(0)))"))

_REASONS: Final = ("x-ray", "blood", "eyes", "Eyes", "BLOOD", "cough", "")


def _reasons(rng: random.Random, least: int, most: int) -> list[str]:
    return [rng.choice(_REASONS) for _ in range(rng.randint(least, most))]


def _numbers(rng: random.Random, count: int) -> list[int]:
    first = rng.choice([1, 7, 95, 120])
    return list(range(first, first + count))


def _ordinary(rng: random.Random) -> Case:
    return Case((_reasons(rng, 1, 5), _numbers(rng, 12)))


def _eyes(rng: random.Random) -> Case:
    reasons = [rng.choice(["eyes", "EYES", "blood"]) for _ in range(rng.randint(1, 4))]
    return Case((reasons, _numbers(rng, rng.randint(10, 14))))


def _scarce(rng: random.Random) -> Case:
    reasons = _reasons(rng, 0, 4)
    need = len(reasons) + sum(reason.lower() == "eyes" for reason in reasons)
    reserve = rng.randint(0, 3)
    return Case((reasons, _numbers(rng, max(0, need + reserve + rng.choice([-1, 0, 0, 1])))), {"reserve": reserve})


def _usual_reserve(rng: random.Random) -> Case:
    return Case((_reasons(rng, 1, 5), _numbers(rng, rng.randint(1, 9))))


FAMILY = Family(
    name="call_numbers",
    stage="easy",
    domain="clinics",
    split="test",
    entry="call_numbers",
    instruction="Clean up this number dispenser; which numbers are taken is as much part of it as which are told.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(
        Case((["blood", "eyes", "cough"], [7, 8, 9, 10, 11, 12])),
        Case((["Eyes"], [99, 100, 101, 102], 1)),
        Case((["x-ray"], [5, 6])),
    ),
    draws=(
        Draw("patients", "partition", _ordinary),
        Draw("eyes", "partition", _eyes),
        Draw("few numbers", "boundary", _scarce),
        Draw("the usual reserve", "error", _usual_reserve),
    ),
    canaries=(
        Canary("the spare argument is gone", NAIVE, naive=True),
        Canary("takes before it checks", changed(ORACLE, ("- needed < reserve", "- needed <= reserve"))),
    ),
)
