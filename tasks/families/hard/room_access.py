"""Doors of an office building. Edges: inherited roles, closing time, escorts, blocked cards."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Which doors of the office building a card opens."""

# lowest rank that may enter alone
DOORS = {"lobby": 0, "canteen": 1, "office": 2, "lab": 3, "servers": 4, "vault": 5}
RANKS = {"visitor": 0, "cleaner": 1, "staff": 2, "engineer": 3, "manager": 4, "guard": 5}

OPENS, CLOSES = 6, 20
ROUND_THE_CLOCK = ("guard", "cleaner")
ESCORTED = ("lab", "servers", "vault")


def rank_of(card):
    """The highest rank of the roles on a card, -1 where it has none."""
    return max((RANKS.get(role, -1) for role in card.get("roles", ())), default=-1)


def in_hours(card, hour):
    """Whether the building is open, or the card works at night."""
    if any(role in ROUND_THE_CLOCK for role in card.get("roles", ())):
        return True
    return OPENS <= hour and hour < CLOSES


def card_fault(card, day):
    """Why a card opens nothing at all, or None."""
    if card.get("blocked"):
        return "blocked"
    expires = card.get("expires")
    return "expired" if expires is not None and expires < day else None


def escorted(door, escort, day):
    """Whether a valid card of the rank comes along to a door where that helps."""
    if escort is None or door not in ESCORTED:
        return False
    return card_fault(escort, day) is None and rank_of(escort) >= DOORS[door]


def rank_fault(door, card, escort, day):
    """Why the rank does not do, or None."""
    rank = rank_of(card)
    if rank >= DOORS[door] or escorted(door, escort, day):
        return None
    return "no access" if rank >= 0 else "no role"


def may_enter(card, door, hour, day=0, escort=None):
    """Whether a card opens a door: `(True, "welcome")` or `(False, reason)`.

    Reasons, the first that holds: "blocked", "expired" (after its last day),
    "closed" (outside 6 to 20 o'clock, guards and cleaners excepted), "no role",
    "no access". Lab, servers and vault also open for a lower rank, even none,
    when a valid card of a rank that may enter comes along. Raises
    ValueError("no such door: DOOR") and ValueError("no such hour: N").
    """
    if door not in DOORS:
        raise ValueError(f"no such door: {door}")
    if hour not in range(24):
        raise ValueError(f"no such hour: {hour}")
    reason = card_fault(card, day) or (None if in_hours(card, hour) else "closed")
    reason = reason or rank_fault(door, card, escort, day)
    return (False, reason) if reason else (True, "welcome")
'''

_DOORS: Final = ("lobby", "canteen", "office", "lab", "servers", "vault")
_ROLES: Final = ("visitor", "cleaner", "staff", "engineer", "manager", "guard", "intern")


def _card(rng: random.Random, **rest: object) -> dict[str, object]:
    return {"roles": rng.sample(_ROLES, rng.choice([0, 1, 1, 1, 2])), **rest}


def _day(rng: random.Random) -> Case:
    return Case((_card(rng), rng.choice(_DOORS), rng.randint(6, 19)))


def _hours(rng: random.Random) -> Case:
    card = _card(rng, expires=rng.choice([None, -1, 0, 1]))
    return Case((card, rng.choice(_DOORS), rng.choice([0, 5, 6, 7, 19, 20, 21, 23])))


def _valid(rng: random.Random) -> Case:
    card = _card(rng, expires=rng.choice([None, 9, 10, 11]), blocked=rng.choice([True, False, False, 0, ""]))
    return Case((card, rng.choice(_DOORS), rng.randint(5, 20), 10))


def _escort(rng: random.Random) -> Case:
    escort = _card(rng, expires=rng.choice([None, 3, 4]), blocked=rng.random() < 1 / 5)
    return Case((_card(rng), rng.choice(["office", "lab", "servers", "vault"]), rng.randint(8, 12), 4, escort))


def _guards(rng: random.Random) -> Case:
    escort = {"roles": rng.choice([["guard"], ["engineer"], ["manager"], ["guard", "staff"]])}
    return Case(
        (_card(rng), rng.choice(["lab", "servers", "vault"]), rng.choice([3, 6, 19, 20])),
        {"escort": escort, "day": rng.randint(0, 9)},
    )


def _wrong(rng: random.Random) -> Case:
    door = rng.choice([*_DOORS, "roof", "Lab", ""])
    return Case((_card(rng, blocked=rng.choice([True, False])), door, rng.choice([-1, 0, 23, 24, 99])))


FAMILY = Family(
    name="room_access",
    stage="hard",
    domain="access control",
    split="train",
    entry="may_enter",
    instruction=(
        "Split this door check into functions of McCabe complexity 3 at most, each with few decisions in its expressions; "
        "who may enter, and the reason given, must not change."
    ),
    oracle=ORACLE,
    examples=(
        Case(({"roles": ["staff"]}, "office", 9)),
        Case(({"roles": ["visitor"]}, "lab", 10, 3, {"roles": ["engineer"]})),
        Case(({"roles": ["guard"], "expires": 4}, "vault", 23, 5)),
    ),
    draws=(
        Draw("by day", "partition", _day),
        Draw("opening hours", "boundary", _hours),
        Draw("faulty cards", "boundary", _valid),
        Draw("escorts", "partition", _escort),
        Draw("escorts of high rank", "partition", _guards),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("any escort will do", changed(ORACLE, (" and rank_of(escort) >= DOORS[door]", ""))),
        Canary("last day lost", changed(ORACLE, ("expires < day", "expires <= day"))),
        Canary("open at eight", changed(ORACLE, ("hour < CLOSES", "hour <= CLOSES"))),
    ),
)
