"""Free hours in a timetable. Edges: double lessons, days without any, teachers that are nobody, hours off the plan."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Timetable of a school: who is free when."""

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri")
HOURS = 6


def spans(hours):
    """Sorted hours as text, neighbours as a span: `1-3, 5`."""
    parts = []
    for hour in hours:
        if parts and parts[-1][1] == hour - 1:
            parts[-1][1] = hour
        else:
            parts.append([hour, hour])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)


def free_hours(lessons, teacher=None, days=DAYS):
    """The free hours of a teacher, or of the whole school, as lines for a board.

    Lessons are tuples of day, first hour, number of hours and teacher. Without
    `teacher` an hour is free when nobody teaches. There is a line for each day
    that has a free hour, in the order of `days`. Lessons on other days do not
    count. Hours outside 1 to HOURS and lessons without an hour are errors.
    """
    taken = set()
    for day, first, count, who in lessons:
        if count < 1 or first < 1 or first + count - 1 > HOURS:
            raise ValueError(f"{day} {first}+{count}: not on the plan")
        if teacher is None or who == teacher:
            taken.update((day, hour) for hour in range(first, first + count))
    board = []
    for day in days:
        free = [hour for hour in range(1, HOURS + 1) if (day, hour) not in taken]
        if free:
            board.append(f"{day}: {spans(free)}")
    return board
'''

_DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri")
_TEACHERS: Final = ("Oak", "Ash", "Elm", None)


def _lesson(rng: random.Random) -> tuple[str, int, int, str | None]:
    first = rng.randint(1, 6)
    return rng.choice(_DAYS[:3]), first, rng.randint(1, 7 - first), rng.choice(_TEACHERS)


def _lessons(rng: random.Random, most: int) -> list[tuple[str, int, int, str | None]]:
    return [_lesson(rng) for _ in range(rng.randint(0, most))]


def _school(rng: random.Random) -> Case:
    return Case((_lessons(rng, 8),))


def _teacher(rng: random.Random) -> Case:
    return Case((_lessons(rng, 8), rng.choice([*_TEACHERS, "", "Yew"])))


def _days(rng: random.Random) -> Case:
    return Case((_lessons(rng, 4), rng.choice(_TEACHERS)), {"days": rng.choices([*_DAYS, "Sat"], k=rng.randint(0, 3))})


def _wrong(rng: random.Random) -> Case:
    lessons = _lessons(rng, 2)
    bad = rng.choice(
        [("Mon", 0, 1, "Oak"), ("Tue", 6, 2, "Ash"), ("Sat", 7, 1, "Elm"), ("Wed", 1, 0, None), ("Mon", 1, 6, "Oak")]
    )
    lessons.insert(rng.randint(0, len(lessons)), (bad[0], bad[1], bad[2], rng.choice(_TEACHERS)))
    return Case((lessons, rng.choice(_TEACHERS)))


FAMILY = Family(
    name="free_hours",
    stage="easy",
    domain="schools",
    split="train",
    entry="free_hours",
    instruction="Clean up this timetable; the board in the hall must say the same as today.",
    oracle=ORACLE,
    examples=(
        Case(([("Mon", 1, 2, "Oak"), ("Mon", 4, 1, "Ash")], "Oak")),
        Case(([("Tue", 1, 6, "Elm")], None, ["Tue", "Wed"])),
        Case(([("Fri", 6, 2, "Oak")],)),
    ),
    draws=(
        Draw("the school", "partition", _school),
        Draw("one teacher", "partition", _teacher),
        Draw("days", "boundary", _days),
        Draw("off the plan", "error", _wrong),
    ),
    canaries=(
        Canary(
            "nobody is everybody",
            changed(ORACLE, ("if teacher is None or who == teacher:", "if not teacher or who == teacher:")),
        ),
        Canary("seven hours", changed(ORACLE, ("range(1, HOURS + 1)", "range(1, HOURS + 2)"))),
    ),
)
