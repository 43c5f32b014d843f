"""A guest list that is read until it says stop. Trap: the bare `except` also meets an exception that is no Exception."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Import of the guest list of a party."""

MOST = 6


class Stop(BaseException):
    """Raised deep inside to end an import at once."""


def guest(line):
    """Name and head count of one line."""
    if line.startswith("!"):
        raise Stop(line)
    name, _, count = line.partition("+")
    if not name.strip():
        raise ValueError("a guest without a name")
    return name.strip(), 1 + int(count or 0)


def import_guests(text):
    """Read guests, one a line: a name and perhaps `+` with a number of companions.

    Lines that cannot be read are counted as bad, and so is a line that begins
    with `!`; the import goes on behind it. Blank lines are skipped. Answers with
    the guests as a dict from name to head count, later lines added to earlier
    ones, and the number of bad lines. More than MOST guests on one line are an
    error.
    """
    guests = {}
    bad = 0
    for line in text.splitlines():
        if not line.strip():
            continue
        try:
            name, count = guest(line)
        except (ValueError, Stop):
            bad += 1
            continue
        if count > MOST:
            raise ValueError(f"{name} brings {count - 1}")
        guests[name] = guests.get(name, 0) + count
    return guests, bad
'''

BASE: Final = changed(ORACLE, ("        except (ValueError, Stop):\n", "        except:\n"))

_LINES: Final = (
    *("Ada", "Bo + 2", "Bo+1", " Cleo ", "Dan+", "Eve+5", "+3", " + 1", "Fay+x", "!end", "! Ada", "", "  ", "Gus+0"),
    *("Ada+ 1", "Hal+1+1", "!!", "Ida!"),
)


def _list(rng: random.Random, most: int) -> list[str]:
    return [rng.choice(_LINES) for _ in range(rng.randint(1, most))]


def _ordinary(rng: random.Random) -> Case:
    return Case(("\n".join(_list(rng, 6)),))


def _counts(rng: random.Random) -> Case:
    names = rng.choices(["Ada", "Bo", "Cy"], k=rng.randint(1, 3))
    return Case(("\n".join(f"{name}{rng.choice(['+', ' + '])}{rng.randint(0, 5)}" for name in names),))


def _bad(rng: random.Random) -> Case:
    return Case(("\n".join(["Ada", *rng.choices(["!", "!stop", "+1", "Bo+one", "", "Zed", "+"], k=rng.randint(1, 5))]),))


def _many(rng: random.Random) -> Case:
    lines = _list(rng, 3)
    lines.insert(rng.randint(0, len(lines)), f"Max+{rng.choice([5, 6, 7, 10, 99])}")
    return Case(("\n".join(lines),))


FAMILY = Family(
    name="import_guests",
    stage="easy",
    domain="parties",
    split="train",
    entry="import_guests",
    instruction="Bring this guest list import to PEP 8; a line that only counts as bad today must never end the import.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(Case(("Ada\nBo+2\n!end\nAda+1",)), Case(("+2\n\nCleo",)), Case(("Dan+6",))),
    draws=(
        Draw("lists", "partition", _ordinary),
        Draw("head counts", "boundary", _counts),
        Draw("bad lines", "partition", _bad),
        Draw("too many", "error", _many),
    ),
    canaries=(
        Canary("except Exception", changed(ORACLE, ("except (ValueError, Stop):", "except Exception:")), naive=True),
        Canary(
            "stops for good",
            changed(ORACLE, ("            bad += 1\n            continue\n", "            bad += 1\n            break\n")),
        ),
    ),
)
