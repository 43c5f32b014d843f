"""Cleaning of a spreadsheet export. Edges: empty cells, repeated rows, numbers with units, unknown columns."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Cleans rows of a plant nursery's stock export before they are imported."""

EMPTY = ("", "-", "n/a", "none", "?")
WORDS = {"yes": True, "y": True, "x": True, "no": False, "n": False}
KINDS = {
    "pots": "whole",
    "height": "length",
    "hardy": "flag",
    "price": "money",
}
LENGTHS = (("mm", 1), ("cm", 10), ("m", 1000))


def whole(text):
    """A count; what is not one is refused."""
    if not text.isdigit():
        raise ValueError(f"not a count: {text}")
    return int(text)


def length(text):
    """Millimetres; without a unit they are centimetres."""
    for unit, factor in LENGTHS:
        if text.endswith(unit):
            return whole(text.removesuffix(unit).strip()) * factor
    return whole(text) * 10


def money(text):
    """Cents, from "12" or "12.50"; the currency sign is dropped."""
    units, point, cents = text.strip("€$ ").partition(".")
    if point and len(cents) != 2:
        raise ValueError(f"not a price: {text}")
    return whole(units) * 100 + whole(cents or "0")


def flag(text):
    """True or False for the usual words."""
    if text not in WORDS:
        raise ValueError(f"not yes or no: {text}")
    return WORDS[text]


READERS = {"whole": whole, "length": length, "money": money, "flag": flag}


def cell(column, text):
    """The value of a cell, None for an empty one."""
    text = text.strip()
    low = text.lower()
    if low in EMPTY:
        return None
    kind = KINDS.get(column, "text")
    return " ".join(text.split()) if kind == "text" else READERS[kind](low)


def clean_row(row):
    """All cells of a row by column."""
    return {column.strip().lower(): cell(column.strip().lower(), text) for column, text in row.items()}


def read_row(row, strict):
    """The row, or None for a bad one where that is no error."""
    try:
        return clean_row(row)
    except ValueError:
        if strict:
            raise
    return None


def is_kept(row, seen):
    """Whether a row has a name that was not there before, in any case."""
    name = row.get("name")
    if name is None or name.lower() in seen:
        return False
    seen.add(name.lower())
    return True


def clean_rows(rows, strict=False):
    """The rows that can be imported, and the numbers of the bad ones: `(good, bad)`.

    A row maps columns to text. Cells are read by their column: a count, a
    length (mm, cm, m; cm without a unit) in millimetres, a price in cents, yes
    or no; other columns are text with single blanks. Empty cells and "-",
    "n/a", "none", "?" are None. A row without a name, or with one that was
    there before, is dropped. A row with a cell that cannot be read is bad
    (numbered from 1), or with `strict` its ValueError is raised.
    """
    good, bad, seen = [], [], set()
    for number, row in enumerate(rows, start=1):
        cleaned = read_row(row, strict)
        if cleaned is None:
            bad.append(number)
            continue
        good += [cleaned] if is_kept(cleaned, seen) else []
    return good, bad
'''

_NAMES: Final = ("Fern", "fern", " Ivy  green", "Moss", "-", "", "None", "Yew", "IVY GREEN")
_CELLS: Final = {
    "pots": ("3", "12", " 7 ", "x", "-1", "?", "0", "1.5"),
    "height": ("30", "30cm", "300 mm", "2m", "2 m", "m", "tall", "1.5m", "n/a"),
    "Hardy": ("yes", "Y", "x", "NO", "n", "maybe", "", "true"),
    "price": ("12", "12.50", "€3", "4.5", "$ 7.25", "9.", "free", "-", ".50"),
    "note": ("a  b", " x ", "?", "12"),
}


def _row(rng: random.Random, *columns: str) -> dict[str, str]:
    chosen = columns or rng.sample(sorted(_CELLS), rng.randint(0, 4))
    return {rng.choice(["name", "Name "]): rng.choice(_NAMES), **{column: rng.choice(_CELLS[column]) for column in chosen}}


def _rows(rng: random.Random) -> Case:
    return Case(([_row(rng) for _ in range(rng.randint(0, 4))],))


def _column(rng: random.Random) -> Case:
    return Case(([_row(rng, rng.choice(sorted(_CELLS))), _row(rng, rng.choice(sorted(_CELLS)))],))


def _amounts(rng: random.Random) -> Case:
    height = f"{rng.randint(0, 300)}{rng.choice(['', ' ', 'mm', ' cm', 'm'])}"
    price = f"{rng.choice(['', '€', '$'])}{rng.randint(0, 99)}{rng.choice(['', '.', '.5', '.05', '.99', '.123'])}"
    return Case(([{"name": rng.choice(["a", "A", "b"]), "height": height, "price": price} for _ in range(2)],))


def _names(rng: random.Random) -> Case:
    return Case(([{"name": rng.choice(_NAMES), "pots": str(rng.randint(0, 30))} for _ in range(rng.randint(2, 5))],))


def _strict(rng: random.Random) -> Case:
    return Case(([_row(rng) for _ in range(rng.randint(1, 3))], True))


FAMILY = Family(
    name="clean_rows",
    stage="hard",
    domain="plant nursery",
    split="train",
    entry="clean_rows",
    instruction=(
        "Untangle this row cleaner: functions of McCabe complexity 3 at most, and the same rows, bad numbers and errors."
    ),
    oracle=ORACLE,
    examples=(
        Case(([{"name": "Fern", "pots": "12", "height": "30"}, {"name": "fern", "pots": "x"}],)),
        Case(([{"Name": " Ivy  green ", "price": "€3.50", "hardy": "Y"}],)),
        Case(([{"name": "Yew", "hardy": "maybe"}], True)),
    ),
    draws=(
        Draw("rows", "partition", _rows),
        Draw("single columns", "partition", _column),
        Draw("amounts", "boundary", _amounts),
        Draw("names", "boundary", _names),
        Draw("strict", "error", _strict),
    ),
    canaries=(
        Canary("bad rows are good", changed(ORACLE, ("            bad.append(number)\n", "            good.append({})\n"))),
        Canary("case of names", changed(ORACLE, ("seen.add(name.lower())", "seen.add(name)"))),
        Canary(
            "metres first", changed(ORACLE, ('(("mm", 1), ("cm", 10), ("m", 1000))', '(("m", 1000), ("mm", 1), ("cm", 10))'))
        ),
    ),
)
