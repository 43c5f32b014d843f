"""Amounts of a recipe. Edges: fractions, mixed numbers, ranges, units in several spellings."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Amounts of a recipe, read from what people type: thousandths of the base unit."""

UNITS = {
    "g": ("g", 1),
    "kg": ("g", 1000),
    "oz": ("g", 28),
    "ml": ("ml", 1),
    "l": ("ml", 1000),
    "cup": ("ml", 240),
    "tbsp": ("ml", 15),
    "tsp": ("ml", 5),
}
GLYPHS = {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3"}


def spelled_out(text):
    """The text with every fraction glyph written as two numbers."""
    for glyph, fraction in GLYPHS.items():
        text = text.replace(glyph, " " + fraction)
    return text


def digits(text):
    """A whole number, or an error that names it."""
    if not text.isascii() or not text.isdigit():
        raise ValueError(f"not a number: {text!r}")
    return int(text)


def quotient(text):
    """"3/4" in thousandths."""
    top, _, bottom = text.partition("/")
    divisor = digits(bottom)
    if divisor == 0:
        raise ValueError("division by zero")
    return digits(top) * 1000 // divisor


def decimal(text):
    """"1.5" in thousandths; digits beyond the third are dropped."""
    whole, _, rest = text.partition(".")
    return digits(whole) * 1000 + digits(rest[:3].ljust(3, "0"))


def number(text):
    """One number, whole, decimal or a fraction."""
    return quotient(text) if "/" in text else decimal(text)


def quantity(words):
    """The sum of the numbers ("1 1/2"), of a range its upper end."""
    if not words:
        return 1000
    last = words[-1].rpartition("-")[2]
    return sum(number(word) for word in [*words[:-1], last])


def is_unit(word):
    """Whether a word is a unit, in the singular or plural."""
    return word in UNITS or word.removesuffix("s") in UNITS


def unit_of(word):
    """Base unit and factor."""
    return UNITS[word] if word in UNITS else UNITS[word.removesuffix("s")]


def amount(text, servings=1):
    """Read an amount such as "1 1/2 cups" or "2-3 tbsp": `(thousandths, unit)`.

    Numbers are whole, decimal or fractions, also as glyphs, and are added
    ("1 1/2", "1½"); of a range at the end the upper number counts. Without a
    number it is one, without a unit the unit is "piece". The amount is
    multiplied by `servings`. Case does not matter. Raises ValueError("empty"),
    ValueError("not a number: TEXT") and ValueError("division by zero").
    """
    words = spelled_out(text.lower()).split()
    if not words:
        raise ValueError("empty")
    if not is_unit(words[-1]):
        return quantity(words) * servings, "piece"
    base, factor = unit_of(words[-1])
    return quantity(words[:-1]) * factor * servings, base
'''

_UNITS: Final = ("g", "kg", "oz", "ml", "l", "cup", "tbsp", "tsp", "cups", "KG", "Tbsp", "gs", "pinch", "")
_GLYPHS: Final = "½¼¾⅓"


def _number(rng: random.Random) -> str:
    whole, top, bottom = rng.randint(0, 12), rng.randint(1, 9), rng.randint(1, 9)
    return rng.choice(
        [
            f"{whole}",
            f"{whole}.{rng.randint(0, 9999)}",
            f"{top}/{bottom}",
            f"{whole} {top}/{bottom}",
            f"{whole}{rng.choice(_GLYPHS)}",
        ]
    )


def _plain(rng: random.Random) -> Case:
    return Case((f"{_number(rng)} {rng.choice(_UNITS[:8])}",))


def _servings(rng: random.Random) -> Case:
    return Case((f"{_number(rng)} {rng.choice(_UNITS[:12])}", rng.randint(0, 6)))


def _pieces(rng: random.Random) -> Case:
    return Case(
        (rng.choice([_number(rng), f" {_number(rng)} ", rng.choice(_UNITS[:12]), rng.choice(_GLYPHS)]), rng.randint(1, 20))
    )


def _ranges(rng: random.Random) -> Case:
    low = rng.randint(1, 9)
    return Case(
        (f"{rng.choice(['', '1 '])}{low}-{low + rng.randint(1, 4)}{rng.choice(['', '.5', '/2'])} {rng.choice(_UNITS[:8])}",)
    )


def _wrong(rng: random.Random) -> Case:
    odd = rng.choice(
        ["", "  ", "1/0", "x", "1/", "/2", "1.", ".5", "1..5", "-", "2 -", "1/2/3", "²", "a/b", "0/5", "1 0/0", "one"]
    )
    return Case((rng.choice([f"{odd} {rng.choice(_UNITS)}", odd]), rng.randint(1, 9)))


FAMILY = Family(
    name="recipe_amount",
    stage="hard",
    domain="recipes",
    split="train",
    entry="amount",
    instruction=(
        "Divide this reader of recipe amounts into functions of McCabe complexity 3 at most; every amount, unit and message "
        "must stay the same."
    ),
    oracle=ORACLE,
    examples=(Case(("1 1/2 cups",)), Case(("2-3 tbsp", 4)), Case(("½",)), Case(("some salt",))),
    draws=(
        Draw("numbers and units", "partition", _plain),
        Draw("servings", "partition", _servings),
        Draw("pieces", "boundary", _pieces),
        Draw("ranges", "partition", _ranges),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("lower end of a range", changed(ORACLE, ('rpartition("-")[2]', 'partition("-")[0]'))),
        Canary(
            "no plural", changed(ORACLE, ('return word in UNITS or word.removesuffix("s") in UNITS', "return word in UNITS"))
        ),
        Canary("tenths", changed(ORACLE, ('rest[:3].ljust(3, "0")', "rest[:3]"))),
    ),
)
