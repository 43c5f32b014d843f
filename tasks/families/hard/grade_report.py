"""School grades. Edges: band limits, dropped worst mark, bonus, missing marks."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Term reports of a school: points from 0 to 100 become a grade and a remark."""

BANDS = ((90, "A"), (75, "B"), (60, "C"), (50, "D"), (30, "E"))
REMARKS = {
    "A": "excellent",
    "B": "good",
    "C": "satisfactory",
    "D": "passed",
    "E": "repeat the test",
}
BONUS = {"choir": 2, "tutor": 3, "contest": 5}
MOST_BONUS = 5


def grade_of(points):
    """The letter for an average."""
    for limit, letter in BANDS:
        if points >= limit:
            return letter
    return "F"


def check_mark(mark):
    """A mark in points; None stands for a test that was missed."""
    if mark is None:
        return 0
    if mark < 0 or mark > 100:
        raise ValueError(f"no mark: {mark}")
    return mark


def counted(marks):
    """The marks that count: the worst of four or more is dropped."""
    points = [check_mark(mark) for mark in marks]
    if len(points) >= 4:
        points.remove(min(points))
    return points


def average(points):
    """Whole points, halves rounded up."""
    if not points:
        raise ValueError("no marks")
    return (2 * sum(points) + len(points)) // (2 * len(points))


def bonus_of(activities):
    """Points for what else a pupil did, each activity once."""
    return min(sum(BONUS.get(one, 0) for one in set(activities)), MOST_BONUS)


def remark_for(letter, missed):
    """What stands beside the grade."""
    if missed > 1:
        return "talk to the parents"
    return REMARKS.get(letter, "failed")


def grade_report(marks, activities=()):
    """The report of one pupil: `(points, letter, remark)`.

    `marks` holds 0 to 100 points or None (missed, 0 points) for each test;
    with four or more tests the worst one is dropped. The average is rounded,
    halves up; the bonus, at most 5 points, only helps a pupil who has passed
    without it (50 points), and never beyond 100. Two missed tests or more
    change the remark. Raises ValueError("no mark: N") and ValueError("no marks").
    """
    points = average(counted(marks))
    if points >= 50:
        points = min(points + bonus_of(activities), 100)
    letter = grade_of(points)
    return points, letter, remark_for(letter, list(marks).count(None))
'''

_ACTIVITIES: Final = ("choir", "tutor", "contest", "chess", "choir")


def _marks(rng: random.Random, most: int = 6) -> list[int]:
    level = rng.choice([20, 45, 55, 70, 85, 95])
    return [min(100, max(0, level + rng.randint(-20, 20))) for _ in range(rng.randint(1, most))]


def _usual(rng: random.Random) -> Case:
    return Case((_marks(rng),))


def _edge(rng: random.Random) -> Case:
    limit = rng.choice([30, 50, 60, 75, 90, 100, 0])
    near = [min(100, max(0, limit + rng.randint(-1, 1))) for _ in range(rng.randint(1, 3))]
    return Case((near, rng.sample(_ACTIVITIES, rng.randint(0, 2))))


def _active(rng: random.Random) -> Case:
    return Case((_marks(rng), rng.sample(_ACTIVITIES, rng.randint(1, 5))))


def _missed(rng: random.Random) -> Case:
    marks: list[int | None] = [*_marks(rng, 4), *[None] * rng.randint(1, 3)]
    rng.shuffle(marks)
    return Case((marks, rng.sample(_ACTIVITIES, rng.randint(0, 1))))


def _wrong(rng: random.Random) -> Case:
    marks = [*_marks(rng, 3), rng.choice([-1, 101, 100, 0, -50, 250])]
    rng.shuffle(marks)
    return Case((rng.choice([marks, marks, marks, []]), rng.sample(_ACTIVITIES, rng.randint(0, 2))))


FAMILY = Family(
    name="grade_report",
    stage="hard",
    domain="school",
    split="train",
    entry="grade_report",
    instruction=(
        "Untangle this report card into functions of McCabe complexity 3 at most, with bands and remarks as tables; "
        "points, letters, remarks and errors stay as they are."
    ),
    oracle=ORACLE,
    examples=(Case(([80, 92, 61, 70], ["choir"])), Case(([49, 50],)), Case(([90, None, None], ("contest", "tutor")))),
    draws=(
        Draw("marks", "partition", _usual),
        Draw("edges of the bands", "boundary", _edge),
        Draw("activities", "partition", _active),
        Draw("missed tests", "partition", _missed),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("bonus for everybody", changed(ORACLE, ("    if points >= 50:\n", "    if points >= 0:\n"))),
        Canary(
            "rounded down",
            changed(ORACLE, ("(2 * sum(points) + len(points)) // (2 * len(points))", "sum(points) // len(points)")),
        ),
        Canary("above the limit", changed(ORACLE, ("points >= limit", "points > limit"))),
    ),
)
