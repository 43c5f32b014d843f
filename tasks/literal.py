"""One text for one value: the canonical spelling of the plain Python values that tasks are made of.

`repr` alone is not canonical: the order of a set depends on the hash seed of the process. The text is valid Python, so a
person can read it and an evaluator that knows `CONSTRUCTORS` can read it back.
"""

import datetime as dt
import decimal
import fractions
import math
from collections import deque
from typing import Final

CONSTRUCTORS: Final = (
    decimal.Decimal,
    fractions.Fraction,
    dt.date,
    dt.time,
    dt.datetime,
    dt.timedelta,
    deque,
    range,
    bytearray,
)
"""Types beyond the literals that a task may pass; each is spelled as a call of its own name."""

_PLAIN: Final = (type(None), bool, int, str, bytes, complex)


class NotLiteral(TypeError):
    """The value has no canonical spelling, so it cannot stand in a task."""


def literal(value: object) -> str:
    """Spell `value` the same way in every process.

    Raises:
        NotLiteral: `value` is not made of literals and `CONSTRUCTORS` alone (exact types, no subclasses).
    """
    kind = type(value)
    if kind in _PLAIN:
        return repr(value)
    if isinstance(value, float) and kind is float:
        return repr(value) if math.isfinite(value) else f"float({str(value)!r})"
    if isinstance(value, (list, tuple, deque)) and kind in {list, tuple, deque}:
        return _sequence(kind.__name__, [literal(item) for item in value])
    if isinstance(value, (set, frozenset)) and kind in {set, frozenset}:
        return f"{kind.__name__}([{', '.join(sorted(literal(item) for item in value))}])"
    if isinstance(value, dict) and kind is dict:
        return "{" + ", ".join(f"{literal(key)}: {literal(item)}" for key, item in value.items()) + "}"
    if kind in CONSTRUCTORS:
        return repr(value)
    message = f"a task cannot pass a value of type {kind.__qualname__}"
    raise NotLiteral(message)


def _sequence(kind: str, items: list[str]) -> str:
    if kind == "tuple":
        return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
    return f"[{', '.join(items)}]" if kind == "list" else f"deque([{', '.join(items)}])"
