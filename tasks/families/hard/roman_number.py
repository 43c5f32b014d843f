"""Roman numerals. Edges: subtractive pairs, repeats, order, upper limits."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Reads and writes the years on buildings for a city guide."""

VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
PAIRS = {"IV": 4, "IX": 9, "XL": 40, "XC": 90, "CD": 400, "CM": 900}
MOST = {"V": 1, "L": 1, "D": 1, "M": 4}


def digit(sign):
    """Value of one letter."""
    if sign not in VALUES:
        raise ValueError(f"no numeral: {sign}")
    return VALUES[sign]


def parts(text):
    """Values of the letters and pairs, from the left."""
    found = []
    while text:
        size = 2 if text[:2] in PAIRS else 1
        found.append(PAIRS[text[:2]] if size == 2 else digit(text[0]))
        text = text[size:]
    return found


def check_repeats(text):
    """Refuse a letter that occurs too often in a row."""
    for sign in VALUES:
        if sign * (MOST.get(sign, 3) + 1) in text:
            raise ValueError(f"too many {sign}")


def check_order(values):
    """Refuse a value that follows a smaller one."""
    for before, value in zip(values, values[1:]):
        if value > before:
            raise ValueError("wrong order")


def written(number):
    """The usual spelling of a number."""
    text = ""
    signs = {value: sign for sign, value in {**VALUES, **PAIRS}.items()}
    for value in sorted(signs, reverse=True):
        text += signs[value] * (number // value)
        number %= value
    return text


def era(number):
    """What the guide calls the time."""
    if number < 500:
        return "antiquity"
    if number < 1500:
        return "middle ages"
    return "modern" if number >= 1800 else "early modern"


def read_year(text):
    """A year in Roman numerals: `(number, era, usual)`.

    Case, blanks, dots and the word "anno" in front do not count. Pairs such as
    "IV" subtract. V, L and D occur once in a row, M four times, others three
    times; values never rise. `usual` says whether it is written as usual
    ("IIII" would be too many, "IXI" is 10 in an unusual way). Eras begin in
    500, 1500 and 1800. Raises ValueError("nothing to read"),
    ValueError("no numeral: C"), ValueError("too many C") and
    ValueError("wrong order"), in this order.
    """
    compact = text.upper().replace(" ", "").replace(".", "").removeprefix("ANNO")
    if not compact:
        raise ValueError("nothing to read")
    values = parts(compact)
    check_repeats(compact)
    check_order(values)
    number = sum(values)
    return number, era(number), written(number) == compact
'''

_SIGNS: Final = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"))
_ONES: Final = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


def _roman(number: int) -> str:
    text = ""
    for value, signs in _SIGNS:
        text += signs * (number // value)
        number %= value
    return text + _ONES[number]


def _years(rng: random.Random) -> Case:
    return Case((_roman(rng.randint(1, 4999)),))


def _eras(rng: random.Random) -> Case:
    return Case((_roman(rng.choice([500, 1500, 1800]) + rng.randint(-3, 1)),))


def _spelled(rng: random.Random) -> Case:
    year = _roman(rng.randint(1, 2100))
    return Case((rng.choice(["anno ", "A N N O", "", "Anno. "]) + rng.choice([year.lower(), ".".join(year), f" {year}. "]),))


def _unusual(rng: random.Random) -> Case:
    return Case(
        (
            rng.choice(["", "M", "MD", "MDC", "CM"])
            + rng.choice(["IXI", "XCX", "IVI", "XLX", "CDC", "IXIX", "XCXC", "VIV", "LXL"])
            + rng.choice(_ONES),
        )
    )


def _repeated(rng: random.Random) -> Case:
    sign = rng.choice("IVXLCDM")
    return Case((rng.choice(["", "MC", "D"]) + sign * rng.randint(1, 5) + rng.choice(["", "I", "V"]),))


def _wrong(rng: random.Random) -> Case:
    return Case(
        ("".join(rng.choice("IVXLCDM") for _ in range(rng.randint(0, 4))) + rng.choice(["", "", "A", "1", "anno", "Z"]),)
    )


FAMILY = Family(
    name="roman_number",
    stage="hard",
    domain="city guide",
    split="train",
    entry="read_year",
    instruction=(
        "Divide this reader of Roman years into functions of McCabe complexity 3 at most; numbers, eras and faults must stay "
        "the same."
    ),
    oracle=ORACLE,
    examples=(Case(("Anno MDCCXCIX",)), Case(("ixi",)), Case(("IIII",)), Case(("VX",))),
    draws=(
        Draw("years", "partition", _years),
        Draw("eras", "boundary", _eras),
        Draw("spellings", "partition", _spelled),
        Draw("unusual ones", "partition", _unusual),
        Draw("repeats", "boundary", _repeated),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("any order", changed(ORACLE, ("        if value > before:\n", "        if value > 9 * before:\n"))),
        Canary("no pairs", changed(ORACLE, ("2 if text[:2] in PAIRS else 1", "1"))),
        Canary("always usual", changed(ORACLE, ("written(number) == compact", "True"))),
    ),
)
