"""Totals of a spreadsheet. Trap: cells define `==`, so that a comparison with None is a question to the cell."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Row totals of a small spreadsheet."""

BLANKS = ("", "-", "n/a")


class Cell:
    """One field as it was typed."""

    def __init__(self, text):
        self.text = text.strip()

    def is_blank(self):
        """Nothing was typed, or one of the signs for nothing."""
        return self.text.lower() in BLANKS

    def amount(self):
        """The number of a cell that holds one."""
        sign = -1 if self.text.startswith("-") else 1
        digits = self.text.lstrip("+-")
        if not digits.isdecimal():
            raise ValueError(f"no number: {self.text}")
        return sign * int(digits)


def sheet_totals(text):
    """Totals of the lines of a sheet whose cells are divided by commas.

    Blank cells are "", "-" and "n/a" in any case, with blanks around them; they
    are left out of the sum. The total of a line of blank cells is None. Every
    other cell must be a whole number with an optional sign.
    """
    totals = []
    for line in text.splitlines():
        total = None
        for field in line.split(","):
            cell = Cell(field)
            if cell.is_blank():
                continue
            total = (total or 0) + cell.amount()
        totals.append(total)
    return totals
'''

BASE: Final = changed(
    ORACLE,
    (
        (
            '    def is_blank(self):\n        """Nothing was typed, or one of the signs for nothing."""\n'
            "        return self.text.lower() in BLANKS\n"
        ),
        (
            '    def __eq__(self, other):\n        """A cell without a value equals None."""\n'
            "        if other is None:\n            return self.text.lower() in BLANKS\n"
            "        return isinstance(other, Cell) and other.text == self.text\n"
        ),
    ),
    ("            if cell.is_blank():\n", "            if cell == None:\n"),
)
NAIVE: Final = changed(BASE, ("            if cell == None:\n", "            if cell is None:\n"))

_CELLS: Final = (
    "1",
    "-1",
    "+2",
    "",
    " ",
    "-",
    " - ",
    "n/a",
    "N/A",
    "0",
    "007",
    "12",
    "1.5",
    "x",
    "--3",
    "+",
    "n / a",
    "²",
    "_5",
    "5_",
)
_GOOD: Final = ("1", "-1", "+2", "", " ", "-", " - ", "n/a", "N/A", "0", "007", "12", " 40 ", "-300")


def _sheet(rng: random.Random, cells: tuple[str, ...], rows: int, width: int) -> str:
    return "\n".join(",".join(rng.choices(cells, k=rng.randint(1, width))) for _ in range(rng.randint(0, rows)))


def _ordinary(rng: random.Random) -> Case:
    return Case((_sheet(rng, _GOOD, 4, 4),))


def _one_line(rng: random.Random) -> Case:
    return Case((_sheet(rng, _GOOD[:8], 1, 4) + rng.choice(["", ",", "\n", "\r\n5"]),))


def _numbers(rng: random.Random) -> Case:
    return Case((",".join(rng.choice(["", "+", "-"]) + str(rng.randint(0, 120)) for _ in range(rng.randint(1, 5))),))


def _wrong(rng: random.Random) -> Case:
    return Case((_sheet(rng, _CELLS, 3, 3),))


FAMILY = Family(
    name="sheet_totals",
    stage="easy",
    domain="spreadsheets",
    split="train",
    entry="sheet_totals",
    instruction="Clean up this spreadsheet reader; blank cells must stay blank and bad ones must stay errors.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(Case(("1,2\n-,n/a\n4,,-1",)), Case(("",)), Case(("1,two",))),
    draws=(
        Draw("sheets", "partition", _ordinary),
        Draw("one line", "boundary", _one_line),
        Draw("numbers", "partition", _numbers),
        Draw("bad cells", "error", _wrong),
    ),
    canaries=(
        Canary("identity with None", NAIVE, naive=True),
        Canary("a blank line is 0", changed(ORACLE, ("        total = None\n", "        total = 0\n"))),
    ),
)
