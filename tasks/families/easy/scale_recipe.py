"""A recipe for more or fewer people. Edges: fractions, things that are counted whole, units that tip over."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Recipes for any number of people."""

from fractions import Fraction

LARGER = {"g": ("kg", 1000), "ml": ("l", 1000), "tsp": ("tbsp", 3)}
WHOLE = ("piece", "egg")


def spelled(amount):
    """An amount as a cook writes it: `1 1/2`, `3/4` or `2`."""
    whole, rest = divmod(amount, 1)
    if rest == 0:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)


def scale_recipe(ingredients, people, makes=4):
    """Amounts of a recipe that is written for `makes` people.

    Ingredients are tuples (amount, unit, name); an amount is an int, a text
    like "1/2", or None for a pinch, which stays. Units in WHOLE are rounded up.
    From 1000 g, 1000 ml or 3 tsp on, the larger unit is used if it comes out in
    halves. Answers with one line for each. Fewer than 1 person is an error, and
    so is an amount below 0.
    """
    if people < 1 or makes < 1:
        raise ValueError("a recipe is for somebody")
    lines = []
    for amount, unit, name in ingredients:
        if amount is None:
            lines.append(f"some {name}")
            continue
        scaled = Fraction(amount) * people / makes
        if scaled < 0:
            raise ValueError(f"less than no {name}")
        if unit in WHOLE:
            scaled = Fraction(-(-scaled // 1))
        elif unit in LARGER:
            larger, size = LARGER[unit]
            if scaled >= size and (2 * scaled / size).denominator == 1:
                scaled, unit = scaled / size, larger
        lines.append(f"{spelled(scaled)} {unit} {name}")
    return lines
'''

_UNITS: Final = ("g", "ml", "tsp", "piece", "egg", "kg", "cup")
_AMOUNTS: Final = (None, 0, 1, 2, 3, "1/2", "3/4", 250, 500, 750, 1000, "7/3", 6)


def _item(rng: random.Random) -> tuple[object, str, str]:
    return rng.choice(_AMOUNTS), rng.choice(_UNITS), rng.choice(["flour", "milk", "salt", "eggs"])


def _items(rng: random.Random, most: int = 4) -> list[tuple[object, str, str]]:
    return [_item(rng) for _ in range(rng.randint(1, most))]


def _ordinary(rng: random.Random) -> Case:
    return Case((_items(rng), rng.randint(1, 9)))


def _large(rng: random.Random) -> Case:
    sizes: dict[str, list[object]] = {"g": [499, 500, 750, 999], "ml": [500, 625, 1000], "tsp": [1, 2, 3, "3/2", "5/2"]}
    unit = rng.choice(list(sizes))
    return Case(([(rng.choice(sizes[unit]), unit, "milk")], rng.randint(1, 12), rng.randint(1, 4)))


def _whole(rng: random.Random) -> Case:
    return Case(
        ([(rng.choice([0, 1, 2, 3, "1/2"]), rng.choice(["egg", "piece", "cup"]), "x")], rng.randint(1, 9)),
        {"makes": rng.randint(1, 6)},
    )


def _wrong(rng: random.Random) -> Case:
    items = [*_items(rng, 2), (rng.choice([-1, "-1/2", 0, 1, None]), rng.choice(_UNITS), "pepper")]
    return Case((items, rng.choice([-1, 0, 1, 3]), rng.choice([-2, 0, 1, 4])))


FAMILY = Family(
    name="scale_recipe",
    stage="easy",
    domain="recipes",
    split="train",
    entry="scale_recipe",
    instruction="Clean up this recipe calculator; the lines for the cook must stay the same.",
    oracle=ORACLE,
    examples=(
        Case(([(250, "g", "flour"), (3, "egg", "eggs"), (None, "g", "salt")], 6)),
        Case(([("3/4", "cup", "milk"), (2, "tsp", "salt")], 8)),
        Case(([], 0)),
    ),
    draws=(
        Draw("recipes", "partition", _ordinary),
        Draw("larger units", "boundary", _large),
        Draw("whole things", "boundary", _whole),
        Draw("nobody", "error", _wrong),
    ),
    canaries=(
        Canary("a pinch of 0", changed(ORACLE, ("if amount is None:", "if not amount:"))),
        Canary("rounds down", changed(ORACLE, ("Fraction(-(-scaled // 1))", "Fraction(scaled // 1)"))),
    ),
)
