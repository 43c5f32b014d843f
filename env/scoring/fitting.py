"""Do values fit an annotation? Read from the text, for the types that tasks pass; what is not known fits.

`Any` and `object` say nothing about a value, so nothing fits them.
"""

import ast
from collections.abc import Callable, Sequence
from typing import Final

from code_review_env.env.sandbox.program import Tree
from code_review_env.env.scoring.gate import Parsed

_HOPS: Final = 20
"""Depth of an annotation with its aliases; a cycle of aliases ends there."""

_EMPTY: Final = frozenset({"Any", "object"})
_KINDS: Final[dict[str, frozenset[str]]] = {
    "str": frozenset({"str"}),
    "int": frozenset({"int", "bool"}),
    "float": frozenset({"float", "int", "bool"}),
    "complex": frozenset({"c", "float", "int", "bool"}),
    "bool": frozenset({"bool"}),
    "bytes": frozenset({"y"}),
    "bytearray": frozenset({"Y"}),
    "Decimal": frozenset({"D"}),
    "Fraction": frozenset({"Q"}),
    "date": frozenset({"date", "datetime"}),
    "datetime": frozenset({"datetime"}),
    "time": frozenset({"time"}),
    "timedelta": frozenset({"timedelta"}),
    "range": frozenset({"r"}),
}
_ITEMS: Final[dict[str, frozenset[str]]] = {
    "list": frozenset({"l"}),
    "set": frozenset({"S"}),
    "frozenset": frozenset({"F"}),
    "deque": frozenset({"q"}),
    "Sequence": frozenset({"l", "t", "str"}),
    "MutableSequence": frozenset({"l"}),
    "Set": frozenset({"S", "F"}),
    "Collection": frozenset({"l", "t", "S", "F", "d", "q", "str"}),
    "Iterable": frozenset({"l", "t", "S", "F", "d", "q", "it", "str"}),
    "Iterator": frozenset({"it"}),
    "Generator": frozenset({"it"}),
}
_PAIRS: Final = frozenset({"dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict", "Counter"})
_WRAPPERS: Final = frozenset({"Final", "Annotated", "Required", "NotRequired", "ReadOnly"})


class Annotations:
    """The type expressions of one file."""

    def __init__(self, parsed: Parsed) -> None:
        self._aliases: dict[str, ast.expr] = {}
        self._records: set[str] = set()
        for node in parsed.tree.body:
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=value)
                    | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
                ):
                    self._aliases[name] = value
                case ast.ClassDef(name=name, bases=bases) if any(_last(base) == "TypedDict" for base in bases):
                    self._records.add(name)

    def fit(self, annotation: ast.expr | None, value: Tree, hops: int = _HOPS) -> bool:
        """Whether a value, as a tree, fits; nothing fits a missing annotation."""
        if annotation is None or hops == 0:
            return False
        match annotation:
            case ast.Constant(value=said):
                return self._quoted(said, value, hops) if isinstance(said, str) else said is value is None
            case ast.BinOp(op=ast.BitOr(), left=left, right=right):
                return self.fit(left, value, hops - 1) or self.fit(right, value, hops - 1)
            case ast.Subscript(value=outer, slice=inner):
                return self._generic(_last(outer), _parts(inner), value, hops - 1)
        return isinstance(annotation, ast.Name | ast.Attribute) and self._named(_last(annotation), value, hops - 1)

    def _quoted(self, text: str, value: Tree, hops: int) -> bool:
        try:
            return self.fit(ast.parse(text, mode="eval").body, value, hops - 1)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False

    def _named(self, name: str, value: Tree, hops: int) -> bool:
        if name in self._aliases:
            return self.fit(self._aliases[name], value, hops)
        if name in _EMPTY:
            return False
        if name in self._records or name in _PAIRS:
            return kind_of(value) == "d"
        if name == "tuple":
            return kind_of(value) == "t"
        known = _KINDS.get(name) or _ITEMS.get(name)
        return known is None or kind_of(value) in known

    def _generic(self, name: str, inner: Sequence[ast.expr], value: Tree, hops: int) -> bool:
        kind = kind_of(value)
        rules: dict[str, Callable[[], bool]] = {
            "Optional": lambda: value is None or self.fit(inner[0], value, hops),
            "Union": lambda: any(self.fit(one, value, hops) for one in inner),
            "Literal": lambda: any(isinstance(one, ast.Constant) and one.value == value for one in inner),
            "tuple": lambda: kind == "t" and self._row(inner, value[1:], hops),
        }
        if name in rules:
            return rules[name]()
        if name in _WRAPPERS:
            return self.fit(inner[0], value, hops)
        if name in _PAIRS:
            return kind == "d" and self._mapping(inner, value[1:], hops)
        if name in _ITEMS:
            return kind in _ITEMS[name] and self._all(inner[0], _items(kind, value), hops)
        return True

    def _mapping(self, inner: Sequence[ast.expr], flat: Sequence[Tree], hops: int) -> bool:
        keys = self._all(inner[0], flat[::2], hops)
        return keys and (len(inner) < 2 or self._all(inner[1], flat[1::2], hops))  # noqa: PLR2004 - key and value

    def _row(self, inner: Sequence[ast.expr], items: Sequence[Tree], hops: int) -> bool:
        if isinstance(inner[-1], ast.Constant) and inner[-1].value is Ellipsis:
            return self._all(inner[0], items, hops)
        return len(inner) == len(items) and all(self.fit(one, item, hops) for one, item in zip(inner, items, strict=True))

    def _all(self, annotation: ast.expr, items: Sequence[Tree], hops: int) -> bool:
        return all(self.fit(annotation, item, hops) for item in items)


def kind_of(value: Tree) -> str:
    """What a tree stands for: `None`, `bool`, `str`, `int`, `float`, or the codec's own tag."""
    if type(value) is list:
        tag: str = value[0]
        return {"f": "float", "i": "int", "s": "str"}.get(tag, tag)
    return type(value).__name__


def _items(kind: str, value: Tree) -> Sequence[Tree]:
    if kind == "str":
        return (value,)
    found: Sequence[Tree] = value[1::2] if kind == "d" else value[2:] if kind == "q" else value[1:]
    return found


def _parts(inner: ast.expr) -> Sequence[ast.expr]:
    return inner.elts or (inner,) if isinstance(inner, ast.Tuple) else (inner,)


def _last(node: ast.expr) -> str:
    """Last part of a dotted name; `List` of `typing` is `list`."""
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name.lower() if name in {"List", "Dict", "Tuple", "FrozenSet", "Deque", "DefaultDict"} else name
