"""Easy: Markdown invoices. Traps: blanks inside the template, `== True` that is not truth, a repeated key."""

from decimal import Decimal
from typing import Final

from code_review_env.tasks.chance import chance
from code_review_env.tasks.handwritten.making import calls, source
from code_review_env.tasks.task import Case, Group, Task

_RATES: Final = ("standard", "reduced", "books", "export")
_TITLES: Final = ("Chair", "Desk  lamp", "A|B switch", " Mug ", "Ink\t(black)", "Kaffee für zwei", "Line\nbreak")
_ROUNDING: Final = ("0.004", "0.005", "0.006", "0.015", "-0.005", "2.675", "0", "-0.01", "0.01")
_BAD_PRICES: Final[tuple[object, ...]] = ("", "free", "1,50", None, [1], "1e40", {"a": 1}, "Infinity")


def _item(title: str, price: object, **rest: object) -> dict[str, object]:
    return {"title": title, "price": price, **rest}


def _random_cases(count: int) -> tuple[Case, ...]:
    rng = chance("easy/invoice/property")
    cases = []
    for number in range(count):
        items = [
            _item(rng.choice(_TITLES), f"{rng.randint(-500, 99999) / 1000:.3f}", qty=rng.choice([None, 0, 1, 2, 12]))
            for _ in range(rng.randint(0, 4))
        ]
        cases.append(
            Case((f"N-{number}", "Ada", items), {"paid": rng.choice([True, False, 1, 0]), "rate": rng.choice(_RATES)})
        )
    return tuple(cases)


def _groups() -> tuple[Group, ...]:
    one = [_item("Chair", "19.99")]
    return (
        Group(
            "examples",
            "example",
            calls((7, "Ada", [_item("Chair", "19.99", qty=2), _item("Mug", 3)]), (8, "Bo", [], True)),
            visible=True,
        ),
        Group("rates", "partition", tuple(Case((1, "Ada", one), {"rate": rate}) for rate in _RATES)),
        Group(
            "paid column",
            "partition",
            tuple(
                Case((2, "Ada", one), {"paid": paid})
                for paid in (True, False, 1, 0, 2, -1, 1.0, 0.5, "yes", "", "1", None, [], [1], Decimal(1), Decimal(2))
            ),
        ),
        *_item_groups(),
        Group(
            "terms",
            "boundary",
            tuple(Case((6, "Ada", one), {"days": days}) for days in (0, 1, 14, 30, "30", None, "{days}")),
        ),
        Group(
            "bad prices",
            "error",
            tuple(Case((7, "Ada", [_item("Ink", price)])) for price in _BAD_PRICES)
            + tuple(Case((7, "Ada", one), {"rate": rate}) for rate in ("Standard", "", "luxury")),
        ),
        Group("arguments stay", "mutation", calls((8, "Ada", [_item("a  b", "1", qty=None), _item("c", 2)], 1, "books", 3))),
        Group("repeat", "repeat", calls(*[(9, "Ada", one, False, "export", 5)] * 3, (9, "Ada", [], 2, "standard", 5))),
        Group("random orders", "property", _random_cases(16)),
    )


def _item_groups() -> tuple[Group, ...]:
    return (
        Group(
            "titles",
            "partition",
            tuple(Case((3, "Ada | Co  {x}", [_item(title, "1.50")])) for title in (*_TITLES, "", "a\\|b", "100 %", "{0}")),
        ),
        Group(
            "quantities",
            "boundary",
            (
                *(Case((4, "Ada", [_item("Ink", "2.50", qty=qty)])) for qty in (None, 0, 1, 2, -1, False, "3", "0.5")),
                Case((4, "Ada", [_item("Ink", "2.50"), _item("Pen", "0.10", qty=0)])),
            ),
        ),
        Group("rounding", "boundary", tuple(Case((5, "Ada", [_item("Ink", price, qty=1)])) for price in _ROUNDING)),
    )


def task() -> Task:
    """The task `easy/invoice`."""
    return Task(
        name="easy/invoice",
        stage="easy",
        entry="invoice",
        instruction=(
            "Bring this invoice renderer to PEP 8 without changing a single byte of the Markdown it returns; "
            "mind the line breaks in the template and what the paid column may hold."
        ),
        messy=source("invoice", "messy"),
        oracle=source("invoice", "oracle"),
        groups=_groups(),
        split="train",
    )
