"""What an annotation says about a parameter, read from the syntax tree; a form it does not know says nothing."""

import ast
import datetime as dt
import decimal
import fractions
from collections import deque
from dataclasses import dataclass
from functools import reduce
from typing import Final

_ATOMS: Final[dict[str, type]] = {
    kind.__name__: kind
    for kind in (bool, int, float, complex, str, bytes, bytearray, decimal.Decimal, fractions.Fraction, dt.date, dt.datetime)
} | {"timedelta": dt.timedelta, "None": type(None)}

_CONTAINERS: Final[dict[str, type]] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "dict": dict,
    "deque": deque,
    "Deque": deque,
    "List": list,
    "Tuple": tuple,
    "Set": set,
    "FrozenSet": frozenset,
    "AbstractSet": set,
    "MutableSequence": list,
    "Dict": dict,
    "Mapping": dict,
    "MutableMapping": dict,
}

_ABSTRACT: Final = frozenset({"Sequence", "Iterable", "Collection", "Iterator", "Reversible", "Container"})


@dataclass(frozen=True, slots=True)
class Hint:
    """The values that an annotation admits.

    Attributes:
        kinds: exact types, in the order of the annotation.
        abstract: some sequence, whichever the examples show.
        choices: the values of a `Literal`.
        item: of every item of a sequence or a set.
        fixed: of each position of a tuple, or None for any length.
        key: of every key of a mapping.
        value: of every value of a mapping.
    """

    kinds: tuple[type, ...] = ()
    abstract: bool = False
    choices: tuple[object, ...] = ()
    item: "Hint | None" = None
    fixed: "tuple[Hint, ...] | None" = None
    key: "Hint | None" = None
    value: "Hint | None" = None

    def union(self, other: "Hint") -> "Hint":
        """What either admits."""
        return Hint(
            kinds=tuple(dict.fromkeys(self.kinds + other.kinds)),
            abstract=self.abstract or other.abstract,
            choices=self.choices + other.choices,
            item=self.item or other.item,
            fixed=self.fixed or other.fixed,
            key=self.key or other.key,
            value=self.value or other.value,
        )


NOTHING: Final = Hint()
"""No annotation, `Any`, `object`, or a form that is not understood."""


def hint(annotation: object) -> Hint:
    """What the expression of an annotation says."""
    match annotation:
        case ast.Constant(value=None):
            return Hint(kinds=(type(None),))
        case ast.Constant(value=str(text)):
            return _quoted(text)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return _named(name)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _union([left, right])
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inner):
            return _subscript(name, list(inner.elts) if isinstance(inner, ast.Tuple) else [inner])
    return NOTHING


def _quoted(text: str) -> Hint:
    try:
        return hint(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, RecursionError):
        return NOTHING


def _named(name: str) -> Hint:
    if name in _ABSTRACT:
        return Hint(abstract=True)
    kind = _ATOMS.get(name) or _CONTAINERS.get(name)
    return Hint(kinds=(kind,)) if kind else NOTHING


def _union(members: list[ast.expr]) -> Hint:
    """A member that says nothing adds nothing."""
    return reduce(Hint.union, [hint(member) for member in members])


def _subscript(name: str, inner: list[ast.expr]) -> Hint:
    if name == "Optional":
        return hint(inner[0]).union(Hint(kinds=(type(None),)))
    if name == "Union":
        return _union(inner)
    if name in {"Annotated", "Final", "Required", "NotRequired"}:
        return hint(inner[0])
    if name == "Literal":
        return _literal(inner)
    if name in _ABSTRACT:
        return Hint(abstract=True, item=hint(inner[0]))
    return _container(_CONTAINERS.get(name), inner)


def _literal(inner: list[ast.expr]) -> Hint:
    values = tuple(node.value for node in inner if isinstance(node, ast.Constant))
    return Hint(kinds=tuple(dict.fromkeys(type(value) for value in values)), choices=values)


def _container(kind: type | None, inner: list[ast.expr]) -> Hint:
    if kind is None:
        return NOTHING
    if kind is dict:
        return Hint(kinds=(dict,), key=hint(inner[0]), value=hint(inner[-1]))
    if kind is tuple and not (isinstance(inner[-1], ast.Constant) and inner[-1].value is Ellipsis):
        return Hint(kinds=(tuple,), fixed=tuple(hint(node) for node in inner))
    return Hint(kinds=(kind,), item=hint(inner[0]))
