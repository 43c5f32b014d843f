"""The way back from trees to values, for the inputs of a call. Only the child runs it, on what the parent encoded."""

import datetime as dt
from collections import deque
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

Tree = Any


class NotDecodable(ValueError):
    """The tree describes a value that cannot be an input."""


def decode(tree: Tree) -> Any:
    """Rebuild an input.

    Raises:
        NotDecodable: the tree stands for a value that cannot be an input.
    """
    if not isinstance(tree, list):
        return tree
    tag, *parts = tree
    if tag not in _BUILD:
        message = f"a value of kind {tag!r} cannot be an input"
        raise NotDecodable(message)
    return _BUILD[tag](parts)


def _each(parts: list[Tree]) -> list[Any]:
    return [decode(part) if type(part) is list else part for part in parts]


def _pairs(parts: list[Tree]) -> dict[Any, Any]:
    flat = _each(parts)
    return dict(zip(flat[::2], flat[1::2], strict=True))


def _at(base: Any) -> Callable[[list[Tree]], Any]:
    """A moment: its fields, then `fold` and the zone."""

    def build(parts: list[Tree]) -> Any:
        *fields, fold, zone = _each(parts)
        return base(*fields, fold=fold, tzinfo=zone)

    return build


_BUILD: Final[dict[str, Callable[[list[Tree]], Any]]] = {
    "s": lambda parts: bytes.fromhex(parts[0]).decode(errors="surrogatepass"),
    "i": lambda parts: int(parts[0], 16),
    "f": lambda parts: float.fromhex(parts[0]),
    "c": lambda parts: complex(*_each(parts)),
    "y": lambda parts: bytes.fromhex(parts[0]),
    "Y": lambda parts: bytearray.fromhex(parts[0]),
    "l": _each,
    "t": lambda parts: tuple(_each(parts)),
    "d": _pairs,
    "S": lambda parts: set(_each(parts)),
    "F": lambda parts: frozenset(_each(parts)),
    "q": lambda parts: deque(_each(parts[1:]), parts[0]),
    "r": lambda parts: range(*_each(parts)),
    "D": lambda parts: Decimal(parts[0]),
    "Q": lambda parts: Fraction(*_each(parts)),
    "date": lambda parts: dt.date(*_each(parts)),
    "time": _at(dt.time),
    "datetime": _at(dt.datetime),
    "timedelta": lambda parts: dt.timedelta(*_each(parts)),
    "tz": lambda parts: dt.timezone(*_each(parts)),
}
