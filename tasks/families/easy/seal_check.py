"""A check sum over a fixed text. Trap: the text is one long line, and whoever wraps it changes the sum."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Seals of the notary's office."""

CLAUSE = (
    "The parties have read this deed, approve of it and sign it in my presence, "
    "each with a hand of their own;  corrections in the margin are not valid."
)
MODULUS = 9973


def sum_of(text):
    """Sum of the letters, weighted by their places from 1 on."""
    return sum(place * ord(letter) for place, letter in enumerate(text, start=1))


def seal_check(deed, seal=None):
    """The seal of a deed, or whether a given seal fits.

    The seal is the remainder of the weighted sum of the clause and the deed
    behind it, as four digits. Blanks around the deed do not count. Without
    `seal` the seal is told; with one, True or False. An empty deed and a seal
    that is not four digits are errors.
    """
    text = deed.strip()
    if not text:
        raise ValueError("an empty deed")
    right = f"{sum_of(CLAUSE + text) % MODULUS:04}"
    if seal is None:
        return right
    if len(seal) != 4 or not seal.isdecimal():
        raise ValueError(f"no seal: {seal}")
    return seal == right
'''

BASE: Final = changed(
    ORACLE,
    (
        (
            'CLAUSE = (\n    "The parties have read this deed, approve of it and sign it in my presence, "\n'
            '    "each with a hand of their own;  corrections in the margin are not valid."\n)\n'
        ),
        (
            'CLAUSE = "The parties have read this deed, approve of it and sign it in my presence, '
            'each with a hand of their own;  corrections in the margin are not valid."\n'
        ),
    ),
)
NAIVE: Final = changed(
    ORACLE,
    (
        (
            'CLAUSE = (\n    "The parties have read this deed, approve of it and sign it in my presence, "\n'
            '    "each with a hand of their own;  corrections in the margin are not valid."\n)\n'
        ),
        (
            'CLAUSE = """The parties have read this deed, approve of it and sign it in my presence,\n'
            'each with a hand of their own;  corrections in the margin are not valid."""\n'
        ),
    ),
)

_DEEDS: Final = ("House and garden", "a", " a ", "A", "", "  ", "\n", "Line\nline", "Ünder", "a" * 40, "b" * 41)


def _deed(rng: random.Random) -> str:
    return "".join(rng.choice("abcdexyz ABC.,") for _ in range(rng.randint(1, 30)))


def _ordinary(rng: random.Random) -> Case:
    return Case((f"x{_deed(rng)}",))


def _odd(rng: random.Random) -> Case:
    return Case((rng.choice(["", " ", "\n", "\t"]) + rng.choice([*_DEEDS, _deed(rng)]) + rng.choice(["", " ", "\n"]),))


def _fitting(rng: random.Random) -> Case:
    deed, seal = rng.choice([("a", "5231"), ("sold", "8410"), ("House", "0"), ("b", "5382")])
    digits = f"{rng.randint(0, 9999):04}"
    return Case((deed, rng.choice([seal, digits, digits[:3], f"{digits}1", "12a4", "", "١٢٣٤"])))


def _wrong(rng: random.Random) -> Case:
    seal = rng.choice([f"{rng.randint(0, 99999)}", "-123", "12 4", " 123", "1.23", f"{rng.randint(1000, 9999)}"])
    return Case((rng.choice(["", "a deed", " "]), seal))


FAMILY = Family(
    name="seal_check",
    stage="easy",
    domain="notaries",
    split="train",
    entry="seal_check",
    instruction="Clean up this seal module. Seals are printed on deeds, so every character of the clause counts.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(Case(("House and garden",)), Case(("House and garden", "0042")), Case(("a", "42"))),
    draws=(
        Draw("deeds", "partition", _ordinary),
        Draw("blanks and odd letters", "boundary", _odd),
        Draw("seals", "partition", _fitting),
        Draw("no deed, no seal", "error", _wrong),
    ),
    canaries=(
        Canary("wrapped in triple quotes", NAIVE, naive=True),
        Canary("places from 0 on", changed(ORACLE, ("start=1", "start=0"))),
    ),
)
