"""Fees of a swimming club. Trap: a field is compared with True, and 1 counts while other true values do not."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Yearly fees of the swimming club, in euros."""

ADULT = 120
CHILD = 70
FAMILY_CAP = 300


def is_paying(member):
    """Members whose `active` is the yes of the form, which is stored as True or 1."""
    return member.get("active") in (1,)


def club_fees(members, year):
    """Fees by family name.

    Members are dicts with `family`, `born` and perhaps `active`. Only those
    whose `active` equals True are charged; 2, "yes" or a list are left over
    from an old form and count as no. Who turns 18 in `year` or later is a child.
    No family pays more than FAMILY_CAP. Who is born after `year` is an error,
    paying or not.
    """
    fees = {}
    for member in members:
        age = year - member["born"]
        if age < 0:
            raise ValueError(f"{member['family']}: born in {member['born']}")
        if not is_paying(member):
            continue
        fee = CHILD if age <= 18 else ADULT
        total = fees.get(member["family"], 0) + fee
        fees[member["family"]] = min(total, FAMILY_CAP)
    return fees
'''

BASE: Final = changed(ORACLE, ('member.get("active") in (1,)', 'member.get("active") == True'))

_FAMILIES: Final = ("Berg", "Dahl", "Lund")
_ANSWERS: Final[tuple[object, ...]] = (True, True, 1, 1.0, False, 0, 2, -1, "yes", "", "True", None, [1], [])


def _member(rng: random.Random) -> dict[str, object]:
    found: dict[str, object] = {"family": rng.choice(_FAMILIES), "born": rng.choice([1960, 1990, 2005, 2006, 2007, 2020])}
    if rng.random() < 0.9:
        found["active"] = rng.choice(_ANSWERS)
    return found


def _members(rng: random.Random, most: int) -> list[dict[str, object]]:
    return [_member(rng) for _ in range(rng.randint(1, most))]


def _ordinary(rng: random.Random) -> Case:
    return Case((_members(rng, 5), 2024))


def _one(rng: random.Random) -> Case:
    return Case(([{"family": "Moe", "born": rng.randint(1940, 2024), "active": rng.choice(_ANSWERS)}], 2024))


def _big(rng: random.Random) -> Case:
    count = rng.randint(2, 6)
    return Case(([{"family": "Vik", "born": rng.randint(1990, 2015), "active": True} for _ in range(count)], 2024))


def _unborn(rng: random.Random) -> Case:
    return Case((_members(rng, 3), rng.choice([1959, 1960, 1989, 1990, 2006, 2019, 2020])))


FAMILY = Family(
    name="club_fees",
    stage="easy",
    domain="sport clubs",
    split="test",
    entry="club_fees",
    instruction="Bring this fee calculator to PEP 8; who is charged today must be charged tomorrow, and nobody else.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(
        Case(([{"family": "Berg", "born": 1990, "active": True}, {"family": "Berg", "born": 2010, "active": 1}], 2024)),
        Case(([{"family": "Dahl", "born": 1990, "active": False}], 2024)),
        Case(([{"family": "Lund", "born": 2030}], 2024)),
    ),
    draws=(
        Draw("members", "partition", _ordinary),
        Draw("one member", "boundary", _one),
        Draw("big families", "boundary", _big),
        Draw("born too late", "error", _unborn),
    ),
    canaries=(
        Canary(
            "every true value", changed(ORACLE, ('member.get("active") in (1,)', 'bool(member.get("active"))')), naive=True
        ),
        Canary("True alone", changed(ORACLE, ('member.get("active") in (1,)', 'member.get("active") is True'))),
    ),
)
