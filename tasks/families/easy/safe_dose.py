"""A dose of medicine within its limits. Small enough for the tiny level."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
def safe_dose(weight, most=4000):
    """Milligrams a day: 50 for each kilogram, `most` at the most."""
    if weight <= 0:
        raise ValueError("no weight")
    return min(50 * weight, most)
'''


def _patients(rng: random.Random) -> Case:
    return Case((rng.randint(1, 2000) / 10,))


def _limits(rng: random.Random) -> Case:
    return Case((rng.randint(1, 160), rng.choice([0, 1000, 3000, 50, rng.randint(100, 5000)])))


def _wrong(rng: random.Random) -> Case:
    return Case((rng.choice([0, -1, 1, 79, 80, 81, rng.randint(-40, 90), 0.0, -0.5, 0.25]),), rng.choice([{}, {"most": 400}]))


FAMILY = Family(
    name="safe_dose",
    stage="easy",
    domain="medicine",
    split="train",
    entry="safe_dose",
    instruction="Bring this dose calculator to PEP 8; no patient may get another dose.",
    oracle=ORACLE,
    examples=(Case((60,)), Case((120,)), Case((0,))),
    draws=(
        Draw("patients", "partition", _patients),
        Draw("limits", "boundary", _limits),
        Draw("no weight", "error", _wrong),
    ),
    canaries=(
        Canary("the larger one", changed(ORACLE, ("min(50 * weight, most)", "max(50 * weight, most)"))),
        Canary("0 is a weight", changed(ORACLE, ("weight <= 0", "weight < 0"))),
    ),
    tiny=True,
)
