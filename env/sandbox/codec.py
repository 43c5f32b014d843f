"""What the parent does with trees that an untrusted process wrote: compare them, and show them to people.

Both are total on any JSON: hostile input makes two trees unequal or shows as `<unreadable>`, it never raises, and no value
is ever rebuilt. `encode` is the codec of the child, for inputs and expected names.
"""

import json
import math
from collections import Counter
from collections.abc import Callable
from typing import Final

from code_review_env.env.sandbox.program import Tree
from code_review_env.env.sandbox.zygote.codec import encode

__all__ = ["encode", "equal", "is_sound", "render"]

_RELATIVE: Final = 1e-9
_ABSOLUTE: Final = 1e-12
_LOOSE_MEMBERS: Final = 300
"""Set members compared pairwise, when floats in them are only close."""
_DEPTH: Final = 200
"""Nesting of a tree; the encoder stays under 64 values, each of at most three levels."""
_LEAVES: Final = {str, int, bool, type(None)}
_SHOWN_DEPTH: Final = 12
_SHOWN_DIGITS: Final = 60
_UNREADABLE: Final = "<unreadable>"


def is_sound(tree: Tree) -> bool:
    """The tree is made of None, bool, str, int and lists that start with a tag, nested at most `_DEPTH` deep."""
    level: list[Tree] = [tree]
    for _ in range(_DEPTH):
        deeper = _below(level)
        if not deeper:
            return deeper is not None
        level = deeper
    return False


def _below(level: list[Tree]) -> list[Tree] | None:
    """The parts of the lists in one level of a tree, or None when something in it has no place there."""
    found: list[Tree] = []
    for node in level:
        if type(node) is not list:
            if type(node) not in _LEAVES:
                return None
        elif node and type(node[0]) is str:
            found += node[1:]
        else:
            return None
    return found


def equal(expected: Tree, got: Tree, *, exact_floats: bool) -> bool:
    """Whether two values are the same, type- and order-strict; sets are free of order, opaque values never equal.

    Floats are the same within rel 1e-9 and abs 1e-12, nan is nan, the sign of zero does not count and inf is exact;
    with `exact_floats` they are the same bit for bit (all nan are one).
    """
    return is_sound(expected) and is_sound(got) and _same(expected, got, exact_floats)


def _same(expected: Tree, got: Tree, exact: bool) -> bool:  # noqa: FBT001 - private, passed through
    pending = [(expected, got)]
    while pending:
        one, other = pending.pop()
        if type(one) is not type(other):
            return False
        if type(one) is not list:
            if one != other:
                return False
            continue
        if one[0] != other[0] or len(one) != len(other) or one[0] == "?":
            return False
        if one[0] == "f":
            if not _same_float(one[1:], other[1:], exact):
                return False
        elif one[0] in {"S", "F"}:
            if not _same_members(one[1:], other[1:], exact):
                return False
        else:
            pending += zip(one[1:], other[1:], strict=True)
    return True


def _float(parts: list[Tree]) -> float | None:
    if len(parts) != 1 or type(parts[0]) is not str:
        return None
    try:
        return float.fromhex(parts[0])
    except (ValueError, OverflowError):
        return None


def _same_float(one: list[Tree], other: list[Tree], exact: bool) -> bool:  # noqa: FBT001 - private, passed through
    left, right = _float(one), _float(other)
    if left is None or right is None:
        return False
    if math.isnan(left) or math.isnan(right):
        return math.isnan(left) and math.isnan(right)
    if exact:
        return left == right and math.copysign(1, left) == math.copysign(1, right)
    return math.isclose(left, right, rel_tol=_RELATIVE, abs_tol=_ABSOLUTE)


def _same_members(one: list[Tree], other: list[Tree], exact: bool) -> bool:  # noqa: FBT001 - private, passed through
    """Pair equal texts first, so that only members with close floats or inner sets are tried one by one."""
    theirs = Counter(json.dumps(member) for member in other)
    ours = Counter(json.dumps(member) for member in one)
    left = [json.loads(text) for text in (ours - theirs).elements()]
    right = [json.loads(text) for text in (theirs - ours).elements()]
    opaque = any('["?"' in text for text in ours)
    if opaque or len(left) > _LOOSE_MEMBERS:
        return False
    for member in left:
        match = next((at for at, candidate in enumerate(right) if _same(member, candidate, exact)), None)
        if match is None:
            return False
        del right[match]
    return True


def render(tree: Tree, limit: int) -> str:
    """A Python-like text of at most `limit` characters, for people."""
    text = _show(tree, 0, limit) if is_sound(tree) else _UNREADABLE
    return text if len(text) <= limit else text[: max(limit - 1, 0)] + "…"


def _show(tree: Tree, depth: int, limit: int) -> str:
    if type(tree) is str:
        return repr(tree[: limit + 1])
    if type(tree) is not list:
        return _UNREADABLE if type(tree) is int and tree.bit_length() > 8 * _SHOWN_DIGITS else repr(tree)
    tag, parts = tree[0], tree[1:]
    if depth > _SHOWN_DEPTH:
        return "..."
    if tag in _BRACKETS:
        opening, closing = _BRACKETS[tag]
        return opening + _join(parts, depth, limit) + ("," if tag == "t" and len(parts) == 1 else "") + closing
    try:
        return _SCALARS[tag](parts) if tag in _SCALARS else _compound(tag, parts, depth, limit)
    except (ValueError, TypeError, IndexError, OverflowError):
        return _UNREADABLE


def _join(parts: list[Tree], depth: int, limit: int) -> str:
    """The parts with commas, as many as the limit can show."""
    shown: list[str] = []
    room = limit
    for part in parts:
        if room < 0:
            break
        shown.append(_show(part, depth + 1, room))
        room -= len(shown[-1]) + 2
    return ", ".join(shown)


def _mapping(parts: list[Tree], depth: int, limit: int, *, between: str) -> str:
    """The parts as pairs: `key: value` for a dict, `name=value` for attributes."""
    shown: list[str] = []
    room = limit
    for key, value in zip(parts[::2], parts[1::2], strict=True):
        if room < 0:
            break
        name = str(key) if between == "=" else _show(key, depth + 1, room)
        shown.append(name + between + _show(value, depth + 1, room))
        room -= len(shown[-1]) + 2
    return ", ".join(shown)


def _compound(tag: str, parts: list[Tree], depth: int, limit: int) -> str:
    if tag == "d":
        return "{" + _mapping(parts, depth, limit, between=": ") + "}"
    if tag in _CALLS:
        return f"{_CALLS[tag]}({_join(parts, depth, limit)})"
    name = str(parts[0]).rpartition(".")[2]
    shown = {
        "o": lambda: f"({_mapping(parts[1:], depth, limit, between='=')})",
        "x": lambda: f"({_show(parts[1], depth + 1, limit)}{_extra(parts[2:], depth, limit)})",
        "e": lambda: f".{parts[1]}",
        "E": lambda: _show(parts[1], depth + 1, limit),
        "v": lambda: f"([{_join(parts[1:], depth, limit)}])",
        "q": lambda: f"([{_join(parts[1:], depth, limit)}])",
    }
    if tag not in shown:
        return _UNREADABLE
    return ("deque" if tag == "q" else name) + shown[tag]()


def _extra(parts: list[Tree], depth: int, limit: int) -> str:
    return ", " + _mapping(parts, depth, limit, between="=") if parts else ""


def _integer(parts: list[Tree]) -> str:
    digits = parts[0]
    return str(int(digits, 16)) if len(digits) <= _SHOWN_DIGITS else digits[:_SHOWN_DIGITS] + "…"


_SCALARS: Final[dict[str, Callable[[list[Tree]], str]]] = {
    "?": lambda parts: f"<{str(parts[0]).removeprefix('builtins.')}>",
    "^": lambda _: "...",
    "k": lambda parts: str(parts[0]),
    "g": lambda parts: str(parts[0]).replace(":", ".").removeprefix("builtins."),
    "s": lambda parts: repr(bytes.fromhex(parts[0]).decode(errors="surrogatepass")),
    "i": _integer,
    "f": lambda parts: repr(float.fromhex(parts[0])),
    "y": lambda parts: repr(bytes.fromhex(parts[0])),
    "Y": lambda parts: repr(bytearray.fromhex(parts[0])),
    "D": lambda parts: f"Decimal({parts[0]!r})",
}
_BRACKETS: Final = {"l": ("[", "]"), "t": ("(", ")"), "S": ("{", "}"), "F": ("frozenset({", "})")}
_CALLS: Final = {
    "c": "complex",
    "r": "range",
    "Q": "Fraction",
    "date": "date",
    "time": "time",
    "datetime": "datetime",
    "timedelta": "timedelta",
    "tz": "timezone",
    "p": "Path",
    "it": "iter",
    "cp": "CompletedProcess",
}
