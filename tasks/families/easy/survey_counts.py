"""Answers of a survey. Trap: a no is False or 0, and no answer at all is another thing."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Yes, no and nothing in the answers of a survey."""


def kind_of(answer):
    """What one answer counts as."""
    if answer in (0,):
        return "no"
    if answer is None or answer == "" or answer == []:
        return "missing"
    return "yes"


def survey_counts(answers, questions):
    """Count the answers to each question.

    `answers` holds a dict for each person, from question to answer. 0 and False
    are a no; None, an empty text, an empty list and a question that is not in
    the dict are missing; everything else is a yes. Tells, for each question in
    order, a tuple of the question, its yes, its no and the share of yes among
    both in percent, rounded down, or None where nobody answered. A question
    that is listed twice is an error.
    """
    if len(set(questions)) < len(questions):
        raise ValueError("a question is listed twice")
    report = []
    for question in questions:
        kinds = [kind_of(person.get(question)) for person in answers]
        yes = kinds.count("yes")
        no = kinds.count("no")
        share = 100 * yes // (yes + no) if yes + no else None
        report.append((question, yes, no, share))
    return report
'''

BASE: Final = changed(ORACLE, ("if answer in (0,):", "if answer == False:"))
NAIVE: Final = changed(ORACLE, ("if answer in (0,):", "if not answer:"))

_QUESTIONS: Final = ("bus", "bike", "car", "walk")
_ANSWERS: Final[tuple[object, ...]] = (True, False, 0, 1, 0.0, None, "", "no", "yes", [], ["x"], 3)


def _person(rng: random.Random) -> dict[str, object]:
    asked = rng.sample(_QUESTIONS, rng.randint(0, 4))
    return {question: rng.choice(_ANSWERS) for question in asked}


def _people(rng: random.Random, most: int = 5) -> list[dict[str, object]]:
    return [_person(rng) for _ in range(rng.randint(0, most))]


def _ordinary(rng: random.Random) -> Case:
    return Case((_people(rng), rng.sample(_QUESTIONS, rng.randint(1, 4))))


def _one(rng: random.Random) -> Case:
    return Case(([{"bus": rng.choice(_ANSWERS)}, {"bus": rng.choice(_ANSWERS)}, {"bus": rng.choice(_ANSWERS)}], ["bus"]))


def _shares(rng: random.Random) -> Case:
    return Case(([{"bus": rng.choice([0, 1])} for _ in range(rng.randint(1, 9))], ["bus"]))


def _twice(rng: random.Random) -> Case:
    return Case((_people(rng, 3), rng.choices(_QUESTIONS, k=rng.randint(2, 4))))


FAMILY = Family(
    name="survey_counts",
    stage="easy",
    domain="surveys",
    split="train",
    entry="survey_counts",
    instruction="Clean up this survey report without moving a single answer from one column to another.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(
        Case(([{"bus": True}, {"bus": False}, {"bus": None}], ["bus"])),
        Case(([{"bus": "often"}, {}], ["bike", "bus"])),
        Case(([], ["car", "car"])),
    ),
    draws=(
        Draw("people", "partition", _ordinary),
        Draw("three answers", "partition", _one),
        Draw("shares", "boundary", _shares),
        Draw("doubled questions", "error", _twice),
    ),
    canaries=(
        Canary("missing is a no", NAIVE, naive=True),
        Canary("only False is a no", changed(ORACLE, ("if answer in (0,):", "if answer is False:"))),
    ),
)
