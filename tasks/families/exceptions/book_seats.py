"""Bookings of a theatre, taken all or none. A fault is told once, with what was under it."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Bookings of a small theatre."""

import contextlib


class BookingError(Exception):
    """A booking that cannot be taken."""


class Taken(BookingError):
    """A seat that somebody has."""

    def __init__(self, seat, owner):
        """Name the seat and who has it."""
        super().__init__(f"{seat} belongs to {owner}")


class Malformed(BookingError):
    """A seat that is none."""

    def __init__(self, text):
        """Quote what was asked for."""
        super().__init__(f"no seat: {text}")


def seat_of(text):
    """Row and number of a text such as B12."""
    try:
        row, number = text[0], int(text[1:])
    except (IndexError, ValueError) as error:
        raise Malformed(text) from error
    if not row.isalpha() or number < 1:
        raise Malformed(text)
    return row.upper(), number


def take(plan, seat, name):
    """Write the name of the owner into the plan."""
    owner = plan.setdefault(seat, name)
    if owner != name:
        raise Taken(f"{seat[0]}{seat[1]}", owner)


def release(plan, seats):
    """Give seats back; one that nobody has is fine."""
    for seat in seats:
        with contextlib.suppress(KeyError):
            del plan[seat]


def book_seats(booked, name, wanted):
    """Book the seats `wanted` for `name`, all of them or none.

    `booked` lists pairs (seat, owner) and stays as it is. Returns the sorted
    seats of `name`, e.g. [("B", 12)]. A seat that is none is a Malformed, whose
    cause is the fault in the text if there was one; a taken one is a
    BookingError with the Taken as its cause.
    """
    plan = {seat_of(text): owner for text, owner in booked}
    seats = [seat_of(text) for text in wanted]
    try:
        for seat in seats:
            take(plan, seat, name)
    except Taken as error:
        release(plan, [seat for seat in seats if plan.get(seat) == name])
        count = list(plan.values()).count(name)
        message = f"nothing booked, {name} has {count}"
        raise BookingError(message) from error
    return sorted(seat for seat, owner in plan.items() if owner == name)
'''

_GOOD: Final = ("A1", "b2", "B12", "C3", "a2", "C30")
_BAD: Final = ("", "12", "A", "A0", "Bx", "?1", "A-1", "AA1")


def _booked(rng: random.Random) -> list[tuple[str, str]]:
    return [(seat, rng.choice(["ann", "bob"])) for seat in rng.sample(_GOOD, rng.randint(0, 3))]


def _plain(rng: random.Random) -> Case:
    return Case((_booked(rng), rng.choice(["ann", "eve"]), rng.sample(_GOOD, rng.randint(0, 3))))


def _malformed(rng: random.Random) -> Case:
    return Case((_booked(rng), "eve", [*rng.sample(_GOOD, rng.randint(0, 2)), rng.choice(_BAD)]))


def _taken(rng: random.Random) -> Case:
    seat = rng.choice(_GOOD)
    own = [(other, "eve") for other in _GOOD if other.upper() != seat.upper()][: rng.randint(0, 2)]
    return Case(([(seat, "ann"), *own], "eve", rng.sample([seat, seat.lower(), *_GOOD], 3)))


FAMILY = Family(
    name="book_seats",
    stage="exceptions",
    domain="theatre",
    split="test",
    entry="book_seats",
    instruction="Put the error handling of these bookings in order; kinds of errors, their texts and causes are the contract.",
    oracle=ORACLE,
    examples=(
        Case(([("A1", "ann")], "eve", ["b2", "B3"])),
        Case(([("A1", "ann")], "eve", ["A2", "A1"])),
        Case(([], "eve", ["Bx"])),
    ),
    draws=(
        Draw("bookings", "partition", _plain),
        Draw("seats that are none", "error", _malformed),
        Draw("taken seats", "error", _taken),
        Draw("causes of faults in texts", "probe", _malformed),
        Draw("causes of a refusal", "probe", _taken),
    ),
    spots=(
        Spot(
            "    except (IndexError, ValueError) as error:\n        raise Malformed(text) from error\n",
            (
                "    except (IndexError, ValueError):\n        raise Malformed(text)\n",
                "    except Exception:\n        raise Malformed(text)\n",
                "    except:\n        raise Malformed(text)\n",
            ),
        ),
        Spot(
            "        with contextlib.suppress(KeyError):\n            del plan[seat]\n",
            (
                "        try:\n            del plan[seat]\n        except KeyError:\n            pass\n",
                "        try:\n            del plan[seat]\n        except Exception:\n            continue\n",
                "        try:\n            del plan[seat]\n        except:\n            pass\n",
            ),
        ),
        Spot(
            """\
        message = f"nothing booked, {name} has {count}"
        raise BookingError(message) from error
    return sorted""",
            (
                """\
        message = f"nothing booked, {name} has {count}"
        raise BookingError(message)
    return sorted""",
                """\
        raise BookingError(f"nothing booked, {name} has {count}")
    return sorted""",
            ),
        ),
        Spot(
            """\
    owner = plan.setdefault(seat, name)
    if owner != name:
        raise Taken(f"{seat[0]}{seat[1]}", owner)
""",
            (
                """\
    try:
        owner = plan.setdefault(seat, name)
        if owner != name:
            raise Taken(f"{seat[0]}{seat[1]}", owner)
    except Taken as error:
        raise error
""",
                """\
    try:
        owner = plan.setdefault(seat, name)
        if owner != name:
            raise Taken(f"{seat[0]}{seat[1]}", owner)
    except Taken:
        raise
""",
            ),
        ),
    ),
    canaries=(
        Canary(
            "no cause", changed(ORACLE, ("raise BookingError(message) from error", "raise BookingError(message) from None"))
        ),
        Canary("the error itself", changed(ORACLE, ("raise BookingError(message) from error", "raise error")), naive=True),
        Canary("one kind of fault", changed(ORACLE, ("(IndexError, ValueError)", "IndexError"))),
    ),
)
