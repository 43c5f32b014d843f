"""Comparison of two stock lists. Edges: tolerance, order of differences, items on one side only."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Compares what the shop's books say with what was counted on the shelf."""

TOLERANCE = {"screw": 25, "nail": 25, "paint": 1, "rope": 3, "sand": 10}
LEVELS = ((100, "audit"), (20, "recount"), (5, "note"))
ORDER = {"missing": 0, "unknown": 1, "short": 2, "over": 3}


def tolerance_of(item):
    """Pieces that may be off; unknown items must be exact."""
    return TOLERANCE.get(item.rsplit(" ", 1)[-1], 0)


def kind_of(item, booked, counted):
    """What is wrong with an item, or None."""
    if booked is None:
        return "unknown"
    if counted is None:
        return "missing"
    return difference_kind(counted - booked, tolerance_of(item))


def difference_kind(difference, allowed):
    """More or less than the books say, beyond what is allowed."""
    if abs(difference) <= allowed:
        return None
    return "over" if difference > 0 else "short"


def level_of(pieces):
    """What has to be done about a difference of so many pieces."""
    return next((level for least, level in LEVELS if pieces >= least), "ignore")


def finding(item, booked, counted):
    """The line for an item, or None where all is well."""
    kind = kind_of(item, booked, counted)
    if kind is None:
        return None
    pieces = abs((counted or 0) - (booked or 0))
    return (kind, item, pieces, level_of(pieces))


def totals(lines):
    """Number of lines of each level."""
    counts = {}
    for _, _, _, level in lines:
        counts[level] = counts.get(level, 0) + 1
    return counts


def merged(entries):
    """Pieces of each item; repeated ones add up, nameless ones are refused."""
    pieces = {}
    for item, count in entries:
        if not item.strip():
            raise ValueError("an entry has no name")
        name = item.strip().lower()
        pieces[name] = pieces.get(name, 0) + count
    return pieces


def reconcile(books, shelf):
    """Differences between two lists of (item, pieces): `{"lines", "levels", "ok"}`.

    Items are compared without case and outer blanks, repeated ones added up. A
    line is (kind, item, pieces, level): "missing" (not on the shelf), "unknown"
    (not in the books), "short", "over"; small differences of loose goods are
    allowed, by the last word of the name. Lines are ordered by kind, then by
    pieces, most first, then by name. `levels` counts the lines of each level
    (from 100 "audit", 20 "recount", 5 "note", else "ignore"), `ok` says that
    there is no line. A blank name is a ValueError("an entry has no name").
    """
    booked, counted = merged(books), merged(shelf)
    found = [
        finding(item, booked.get(item), counted.get(item))
        for item in {**booked, **counted}
    ]
    lines = sorted(
        (line for line in found if line is not None),
        key=lambda line: (ORDER[line[0]], -line[2], line[1]),
    )
    return {"lines": lines, "levels": totals(lines), "ok": not lines}
'''

_ITEMS: Final = ("steel screw", "nail", "red paint", "rope", "fine sand", "hammer", "saw", "Hammer", " saw ", "screw box")


def _list(rng: random.Random, most: int = 4) -> list[tuple[str, int]]:
    return [(rng.choice(_ITEMS), rng.choice([rng.randint(0, 30), rng.randint(0, 200)])) for _ in range(rng.randint(0, most))]


def _both(rng: random.Random) -> Case:
    return Case((_list(rng), _list(rng)))


def _near(rng: random.Random) -> Case:
    item, allowed = rng.choice(
        [("steel screw", 25), ("nail", 25), ("paint", 1), ("rope", 3), ("fine sand", 10), ("saw", 0), ("pin", 99)]
    )
    booked = rng.randint(120, 200)
    return Case(([(item, booked)], [(item, booked + rng.choice([-1, 1]) * (allowed + rng.randint(0, 1)))]))


def _levels(rng: random.Random) -> Case:
    pieces = [rng.choice([0, 4, 5, 6, 19, 20, 21, 99, 100, 101]) for _ in range(3)]
    return Case(([("hammer", pieces[0]), ("anvil", pieces[1])], [("hammer", 0), ("axe", pieces[2])]))


def _repeated(rng: random.Random) -> Case:
    books = _list(rng)
    return Case(([*books, *_list(rng, 2)], [*books, *_list(rng, 1)]))


def _many(rng: random.Random) -> Case:
    items = rng.sample(("axe", "bolt", "cart", "drill", "file", "glue"), 5)
    return Case(([(item, rng.randint(0, 8)) for item in items[:4]], [(item, rng.randint(0, 8)) for item in items[1:]]))


def _wrong(rng: random.Random) -> Case:
    lists = [_list(rng, 3), _list(rng, 3)]
    lists[rng.randrange(2)].insert(0, (rng.choice(["", "  ", "x"]), rng.randint(0, 40)))
    return Case((lists[0], lists[1]))


FAMILY = Family(
    name="reconcile",
    stage="hard",
    domain="stocktaking",
    split="train",
    entry="reconcile",
    instruction=(
        "Divide this comparison of two lists into functions of McCabe complexity 3 at most; lines, their order and the counts "
        "must stay as they are."
    ),
    oracle=ORACLE,
    examples=(
        Case(([("hammer", 3), ("nail", 100)], [("Hammer", 3), ("nail", 80), ("axe", 1)])),
        Case(([("saw", 40), ("saw", 2)], [])),
        Case(([("", 1)], [])),
    ),
    draws=(
        Draw("lists", "property", _both),
        Draw("tolerances", "boundary", _near),
        Draw("levels", "boundary", _levels),
        Draw("repeated entries", "partition", _repeated),
        Draw("many items", "partition", _many),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("last entry wins", changed(ORACLE, ("pieces[name] = pieces.get(name, 0) + count", "pieces[name] = count"))),
        Canary("by name alone", changed(ORACLE, ("(ORDER[line[0]], -line[2], line[1])", "(ORDER[line[0]], line[1])"))),
        Canary("first word", changed(ORACLE, ('item.rsplit(" ", 1)[-1]', 'item.split(" ")[0]'))),
    ),
)
