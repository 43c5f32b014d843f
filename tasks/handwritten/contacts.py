"""Easy: contact sheets. Traps: `== None` on a class with `__eq__`, `!= False`, a format argument with an effect."""

from typing import Final

from code_review_env.tasks.chance import chance
from code_review_env.tasks.handwritten.making import calls, source
from code_review_env.tasks.task import Case, Group, Task

Row = list[object]

_SHEET: Final[list[Row]] = [
    ["Name", "Mail", "Phone", "Note"],
    ["Ada", "Ada@Example.org", "+49 (30) 12-34", "met at the fair"],
    ["", "x@y.org"],
    ["Bo", "-", None, " - "],
    ["Cy", "not a mail", "1234"],
    ["Di", None, "12", ""],
    ["Ed", "", "0049 123"],
]
_MAILS: Final = (
    "a@b.c",
    "A.B@C-d.e.FG",
    "a@b",
    "@b.c",
    "a@.c",
    "a b@c.d",
    "a@b.c ",
    "a@b.c d",
    "a@@b.c",
    "ä@ö.de",
    "a@b.c-d",
    "a@b_c.d",
)
_PHONES: Final = (
    "12",
    "123",
    "1234",
    "+12",
    "+123",
    "++123",
    "1+23",
    "(0) 30/12",
    "phone",
    "+",
    "12 3",
    "٣٣٣",
    "-",
    "--",
    1234,
    0,
)


def _one(*cells: object, **rest: object) -> Case:
    return Case(([list(cells)],), {"header": False, **rest})


def _notes() -> tuple[Case, ...]:
    texts = (
        "x",
        "a  b\nc",
        "-",
        "--",
        "{...}",
        "word " * 7 + "12345",
        "word " * 7 + "123456",
        "word " * 9,
        "y" * 40,
        "y" * 41,
    )
    return tuple(_one("Ada", None, None, text) for text in texts)


def _headers() -> tuple[Case, ...]:
    values: tuple[object, ...] = (True, False, 0, 0.0, 1, 2, "", "no", None, [], {}, 0.5, -1)
    return tuple(Case(([["Ada"], ["Bo"]],), {"header": value}) for value in values)


def _random_cases(count: int) -> tuple[Case, ...]:
    rng = chance("easy/contacts/property")
    cases = []
    for _ in range(count):
        rows = [
            [rng.choice(["Ada", "Bo", "-", "", None]), rng.choice(_MAILS), rng.choice(_PHONES), rng.choice(["n", "-", None])]
            for _ in range(rng.randint(1, 5))
        ]
        wanted = rng.choice([None, ["mail"], ["phone", "note"]])
        cases.append(Case((rows, wanted, rng.choice([True, False, 0, None]), rng.choice(["C", "id-"]))))
    return tuple(cases)


def _groups() -> tuple[Group, ...]:
    names: tuple[object, ...] = ("Ada", " Ada ", "", "-", " - ", None, "None", "--", 0, 7, False)
    widths: tuple[Row, ...] = ([], ["Ada"], ["Ada", "a@b.c"], ["Ada", "a@b.c", "123", "n", "more", "cells"])
    wanted: tuple[object, ...] = (None, [], ["mail"], ["note", "phone"], ["tags"], ("mail", "phone", "note"))
    full = ["Ada", "a@b.c", "12345", "first"]
    return (
        Group("examples", "example", calls((_SHEET,), ([["Ada", "-"]], None, False)), visible=True),
        Group("names", "partition", tuple(_one(name, "a@b.c") for name in names)),
        Group("mail addresses", "partition", tuple(_one("Ada", mail) for mail in (*_MAILS, "-", None, " "))),
        Group("phone numbers", "boundary", tuple(_one("Ada", None, number, None) for number in (*_PHONES, "", None))),
        Group("notes", "boundary", _notes()),
        Group("row widths", "boundary", (*(_one(*cells) for cells in widths), Case(([("Ada", "a@b.c")],), {"header": 0}))),
        Group("header", "partition", _headers()),
        Group("wanted fields", "partition", tuple(Case(([full], names, 0)) for names in wanted)),
        Group(
            "keys and problems", "error", calls((_SHEET, None, False), (_SHEET, None, 0, "id-"), ([], None), (_SHEET[2:4], []))
        ),
        Group("rows stay", "mutation", calls((_SHEET, ["mail"], 0), ([["Ada"], ["", None]], ["note"], 1))),
        Group("repeat", "repeat", calls(*[(_SHEET,)] * 2, (_SHEET, ["mail"]))),
        Group("random sheets", "property", _random_cases(16)),
    )


def task() -> Task:
    """The task `easy/contacts`."""
    return Task(
        name="easy/contacts",
        stage="easy",
        entry="load",
        instruction=(
            "Make this import PEP 8 clean. Read what `Cell`, `flag` and `reject` promise before you touch their comparisons "
            "and arguments: keys, problems and lines must come out as before."
        ),
        messy=source("contacts", "messy"),
        oracle=source("contacts", "oracle"),
        groups=_groups(),
        split="test",
    )
