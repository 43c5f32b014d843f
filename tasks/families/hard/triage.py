"""Triage in an emergency room. Edges: limits of vital signs, children, ties in the queue."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Triage at the door of an emergency room: who is seen first."""

# lowest and highest usual value
ADULT = {"pulse": (50, 110), "breaths": (10, 22), "oxygen": (94, 100), "fever": (350, 385)}
CHILD = {"pulse": (70, 140), "breaths": (18, 34), "oxygen": (95, 100), "fever": (355, 390)}

ALARMS = {"unconscious": 1, "chest pain": 2, "bleeding": 2, "fracture": 3, "burn": 3, "rash": 5}
COLOURS = {1: "red", 2: "orange", 3: "yellow", 4: "green"}
MINUTES = {"red": 0, "orange": 10, "yellow": 60, "green": 120}


def usual_range(name, age):
    """Usual values of a vital sign; under 12 years those of children."""
    signs = CHILD if age < 12 else ADULT
    return signs.get(name)


def is_odd(name, value, age):
    """Whether a sign lies outside of its range; unknown signs never do."""
    usual = usual_range(name, age)
    if usual is None:
        return False
    low, high = usual
    return not low <= value <= high


def odd_signs(patient):
    """How many vital signs are unusual."""
    signs = patient.get("signs", {})
    return sum(1 for name, value in signs.items() if is_odd(name, value, patient["age"]))


def complaint_level(patient):
    """The most urgent complaint; an unknown one is level 4."""
    return min((ALARMS.get(one, 4) for one in patient.get("complaints", ())), default=5)


def level_of(patient):
    """1 (now) to 5: every unusual sign is a level up."""
    return max(1, complaint_level(patient) - odd_signs(patient))


def colour_of(level):
    return COLOURS.get(level, "blue")


def check(patient):
    """Refuse what cannot be ranked."""
    if patient.get("age") is None:
        raise ValueError("no age: " + patient["name"])
    if patient["age"] < 0:
        raise ValueError("bad age: " + patient["name"])


def triage(patients):
    """The patients in the order in which they are seen: (name, colour, minutes).

    Lower levels come first, among equals those under 12, then whoever came
    first. Minutes are the longest time to wait, None for blue. Every patient
    needs an age: ValueError("no age: NAME"), ValueError("bad age: NAME"), the
    first in the list is named.
    """
    for patient in patients:
        check(patient)
    ranked = sorted(patients, key=lambda one: (level_of(one), one["age"] >= 12))
    colours = [colour_of(level_of(one)) for one in ranked]
    return [
        (one["name"], colour, MINUTES.get(colour))
        for one, colour in zip(ranked, colours)
    ]
'''

_COMPLAINTS: Final = ("unconscious", "chest pain", "bleeding", "fracture", "burn", "rash", "cough")
_SIGNS: Final = {
    "pulse": (49, 50, 69, 70, 110, 111, 140, 141, 90),
    "breaths": (9, 10, 17, 18, 22, 23, 34, 35),
    "oxygen": (93, 94, 95, 99, 100, 101),
    "fever": (349, 350, 354, 355, 385, 386, 390, 391),
    "colour": (0, 7),
}
_NAMES: Final = ("Ada", "Bo", "Cem", "Dora", "Eli", "Fay")


def _patient(rng: random.Random, name: str, **rest: object) -> dict[str, object]:
    signs = {sign: rng.choice(_SIGNS[sign]) for sign in rng.sample(sorted(_SIGNS), rng.randint(0, 3))}
    return {
        "name": name,
        "age": rng.choice([3, 11, 12, 40, 80]),
        "complaints": [rng.choice(_COMPLAINTS)],
        "signs": signs,
        **rest,
    }


def _one(rng: random.Random) -> Case:
    return Case(([_patient(rng, "Ada", complaints=["rash"])],))


def _signs(rng: random.Random) -> Case:
    sign = rng.choice(sorted(_SIGNS))
    ages = [rng.choice([0, 11, 12, 13, 50]) for _ in range(2)]
    signs = {sign: rng.choice(_SIGNS[sign])}
    return Case(([{"name": name, "age": age, "signs": signs} for name, age in zip(_NAMES, ages, strict=False)],))


def _queue(rng: random.Random) -> Case:
    return Case(([_patient(rng, name) for name in rng.sample(_NAMES, rng.randint(2, 5))],))


def _complaints(rng: random.Random) -> Case:
    return Case(
        ([_patient(rng, name, signs={}, complaints=rng.sample(_COMPLAINTS, rng.randint(0, 3))) for name in _NAMES[:3]],)
    )


def _bare(rng: random.Random) -> Case:
    patients = [{"name": name, "age": rng.choice([5, 11, 12, 30])} for name in rng.sample(_NAMES, rng.randint(1, 4))]
    return Case(([*patients, _patient(rng, "Zoe")],))


def _wrong(rng: random.Random) -> Case:
    patients = [_patient(rng, name) for name in rng.sample(_NAMES, 3)]
    patients[rng.randrange(3)]["age"] = rng.choice([None, -1, -20, 0])
    patients[rng.randrange(3)]["age"] = rng.choice([None, -1, 12, 30])
    return Case((patients,))


FAMILY = Family(
    name="triage",
    stage="hard",
    domain="hospital",
    split="train",
    entry="triage",
    instruction=(
        "Divide this triage into functions of McCabe complexity 3 at most, with ranges and colours as tables; the order of "
        "the patients must not change."
    ),
    oracle=ORACLE,
    examples=(
        Case(([{"name": "Ada", "age": 40, "complaints": ["rash"]}, {"name": "Bo", "age": 7, "signs": {"pulse": 150}}],)),
        Case(([{"name": "Cem", "age": 30, "complaints": ["burn", "chest pain"], "signs": {"oxygen": 90}}],)),
        Case(([],)),
    ),
    draws=(
        Draw("single patients", "partition", _one),
        Draw("edges of the signs", "boundary", _signs),
        Draw("queues", "property", _queue),
        Draw("complaints", "partition", _complaints),
        Draw("little known", "partition", _bare),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("children last", changed(ORACLE, ('one["age"] >= 12)', 'one["age"] < 12)'))),
        Canary("open ranges", changed(ORACLE, ("not low <= value <= high", "not low < value < high"))),
        Canary("first complaint", changed(ORACLE, ("min((ALARMS", "next((ALARMS"), ("default=5", "5"))),
    ),
)
