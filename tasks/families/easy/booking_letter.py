"""A letter of a hotel. Trap: blanks at the end of lines inside the template are Markdown line breaks."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Letters of the harbour hotel, in Markdown."""

BREAK = "  "
LETTER = f"""\\
Dear {{guest}},{BREAK}
your room is booked.

    room {{room}}{BREAK}
    {{nights}}

Yours{BREAK}
the harbour hotel
"""


def nights_line(nights):
    """One night, or several."""
    if nights == 1:
        return "1 night"
    return f"{nights} nights"


def booking_letter(guest, nights, rooms, taken=()):
    """The letter that confirms a booking.

    The guest gets the first room of `rooms` that is not in `taken`; without a
    name the letter goes to "guest". No free room is an error, and so are less
    than 1 or more than 30 nights.
    """
    if not 1 <= nights <= 30:
        raise ValueError(f"cannot book {nights} nights")
    for room in rooms:
        if room not in taken:
            name = guest.strip() or "guest"
            line = nights_line(nights)
            return LETTER.format(guest=name, room=room, nights=line)
    raise LookupError("the house is full")
'''

BASE: Final = changed(
    ORACLE,
    ('BREAK = "  "\nLETTER = f"""', 'LETTER = """'),
    ("Dear {{guest}},{BREAK}", "Dear {guest},  "),
    ("room {{room}}{BREAK}", "room {room}  "),
    ("    {{nights}}\n", "    {nights}\n"),
    ("Yours{BREAK}", "Yours  "),
)
NAIVE: Final = changed(BASE, ("{guest},  ", "{guest},"), ("{room}  ", "{room}"), ("Yours  ", "Yours"))

_GUESTS: Final = ("Ada Lind", "", "  ", " Bo ", "{room}", "Cleo & Co", "É.")


def _rooms(rng: random.Random, most: int = 4) -> list[int]:
    return [rng.randint(1, 12) for _ in range(rng.randint(1, most))]


def _ordinary(rng: random.Random) -> Case:
    return Case((rng.choice(_GUESTS), rng.randint(1, 9), _rooms(rng)))


def _length(rng: random.Random) -> Case:
    return Case((rng.choice(_GUESTS), rng.choice([1, 2, 29, 30, 31, 0, -1, rng.randint(1, 30)]), _rooms(rng, 2)))


def _taken(rng: random.Random) -> Case:
    return Case(("Ada", rng.randint(1, 30), _rooms(rng)), {"taken": _rooms(rng, 8)})


def _full(rng: random.Random) -> Case:
    rooms = _rooms(rng)
    return Case((rng.choice(_GUESTS), rng.choice([0, 1, 3, 40]), rooms, rooms[: rng.randint(0, len(rooms))]))


FAMILY = Family(
    name="booking_letter",
    stage="easy",
    domain="hotels",
    split="test",
    entry="booking_letter",
    instruction="Bring this letter writer to PEP 8. Guests compare letters byte by byte, the blanks in them included.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(Case(("Ada Lind", 1, [7, 8])), Case(("", 3, [7, 8], [7])), Case(("Bo", 31, [1])), Case(("Bo", 2, [1], [1]))),
    draws=(
        Draw("bookings", "partition", _ordinary),
        Draw("nights", "boundary", _length),
        Draw("taken rooms", "partition", _taken),
        Draw("no room", "error", _full),
    ),
    canaries=(
        Canary("line breaks lost", NAIVE, naive=True),
        Canary("29 nights at most", changed(ORACLE, ("nights <= 30", "nights < 30"))),
    ),
)
