"""Values as JSON trees, read without running any method of theirs.

A tree is None, a bool, a JSON string, an integer below 2**53, or `[tag, ...]`. The parent encodes inputs, the child its results.
`inputs.py` decodes in the child; what the parent does with results is `env/sandbox/codec.py`, which rebuilds nothing.
"""

import datetime as dt
import enum
import itertools
import json
import sys
import types
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import PosixPath, PurePath, PurePosixPath, PureWindowsPath
from typing import Any, Final

Tree = Any

_JSON_INT: Final = 1 << 53
_OWN_MODULE: Final = "submission"
_OPAQUE: Final = "?"


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much of a value is carried; a value beyond is opaque as a whole.

    Attributes:
        depth: nesting.
        nodes: values inside values.
        drained: items taken from an iterator.
        size: characters of text, bytes and digits together.
    """

    depth: int = 64
    nodes: int = 100_000
    drained: int = 10_000
    size: int = 4 << 20


class _Beyond(Exception):
    """The value is beyond the bounds; the text says how."""


def encode(value: object, bounds: Bounds | None = None) -> Tree:
    """Read a value. An exception of an iterator that is drained passes through; nothing else raises."""
    try:
        return _Reader(bounds or Bounds()).read(value)
    except _Beyond as beyond:
        return [_OPAQUE, str(beyond)]


def _name(kind: type) -> str:
    module: object = type.__dict__["__module__"].__get__(kind)
    name: object = type.__dict__["__qualname__"].__get__(kind)
    return f"{module if type(module) is str else '?'}.{name}"


def type_name(value: object) -> str:
    """Qualified name of the real type, whatever `__class__` claims."""
    return _name(type(value))


class _Reader:
    """One walk over one value."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.nodes = bounds.nodes
        self.size = bounds.size
        self.path: list[int] = []

    def read(self, value: object) -> Tree:
        self.spend(1)
        kind = type(value)
        if value is None or kind is bool:
            return value
        exact = _EXACT.get(kind)
        if kind in _SCALARS and exact:
            return exact(self, value)
        if id(value) in self.path:
            return ["^", len(self.path) - self.path.index(id(value))]
        if len(self.path) >= self.bounds.depth:
            raise _Beyond("too deep")
        self.path.append(id(value))
        try:
            return exact(self, value) if exact else self.other(value, kind)
        finally:
            self.path.pop()

    def spend(self, nodes: int, size: int = 0) -> None:
        self.nodes -= nodes
        self.size -= size
        if self.nodes < 0 or self.size < 0:
            raise _Beyond("too large")

    def items(self, length: int, values: Iterable[object]) -> list[Tree]:
        if length > self.nodes:
            raise _Beyond("too large")
        return [self.read(value) for value in list(values)]

    def other(self, value: Any, kind: type) -> Tree:
        if issubclass(kind, enum.Enum):
            state = object.__getattribute__(value, "__dict__")
            return ["e", _name(kind), self.read(state.get("_name_")), self.read(state.get("_value_"))]
        if issubclass(kind, BaseException):
            return ["E", _name(kind), self.read(BaseException.args.__get__(value))]  # type: ignore[attr-defined]
        if kind in _GLOBALS:
            return _global(value)
        if kind.__name__ == "CompletedProcess" and _name(kind) == "subprocess.CompletedProcess":
            state = object.__getattribute__(value, "__dict__")
            return ["cp", *(self.read(state.get(name)) for name in ("returncode", "stdout", "stderr"))]
        for base in kind.__mro__:
            if base in _EXACT:
                payload = _EXACT[base](self, value)
                return ["x", _name(kind), payload, *self.attributes(value, kind)]
        if kind in _VIEWS:
            return ["v", kind.__name__, *self.items(len(value), value)]
        if kind in _ITERATORS:
            drained = list(itertools.islice(value, self.bounds.drained + 1))
            if len(drained) > self.bounds.drained:
                raise _Beyond("endless")
            return ["it", *self.items(len(drained), drained)]
        return ["o", _name(kind), *self.attributes(value, kind)] if _plain(kind) else [_OPAQUE, _name(kind)]

    def attributes(self, value: object, kind: type) -> list[Tree]:
        """Name, value, name, value, ... of the instance's own state, by name."""
        state: dict[str, object] = {}
        for base in kind.__mro__:
            members = type.__dict__["__dict__"].__get__(base)
            slots = [(name, slot) for name, slot in members.items() if type(slot) is types.MemberDescriptorType]
            for name, slot in slots if base.__flags__ & _HEAP_TYPE else []:
                try:
                    state.setdefault(name, slot.__get__(value))
                except AttributeError:
                    continue
        try:
            own = object.__getattribute__(value, "__dict__")
        except AttributeError:
            own = {}
        if type(own) is dict:
            state.update((name, item) for name, item in own.items() if type(name) is str)
        return [part for name in sorted(state) for part in (_text(self, name), self.read(state[name]))]


_HEAP_TYPE: Final = 1 << 9
"""Py_TPFLAGS_HEAPTYPE."""
_OBJECT_SIZE: Final = object.__basicsize__


def _plain(kind: type) -> bool:
    """The class was written in Python on top of `object`, so that its instances hold nothing but attributes."""
    if not kind.__flags__ & _HEAP_TYPE or not all(base is object or base.__flags__ & _HEAP_TYPE for base in kind.__mro__):
        return False
    slots = sum(
        type(member) is types.MemberDescriptorType
        for base in kind.__mro__
        for member in type.__dict__["__dict__"].__get__(base).values()
    )
    words = slots + (kind.__weakrefoffset__ > 0) + (kind.__dictoffset__ > 0)
    return bool(kind.__basicsize__ == _OBJECT_SIZE + 8 * words)


def _global(value: Any) -> Tree:
    """An importable function or class of the standard library, by name."""
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    home = sys.modules.get(module) if type(module) is str and module != _OWN_MODULE else None
    if home is not None and type(name) is str and getattr(home, name, None) is value:
        return ["g", f"{module}:{name}"]
    return [_OPAQUE, type_name(value)]


def _text(reader: _Reader, value: Any) -> Tree:
    text = str.__str__(value)
    reader.spend(0, len(text))
    try:
        text.encode()
    except UnicodeEncodeError:
        return ["s", text.encode(errors="surrogatepass").hex()]
    return text


def _int(reader: _Reader, value: Any) -> Tree:
    number = int.__int__(value)
    reader.spend(0, number.bit_length() // 4)
    return number if -_JSON_INT < number < _JSON_INT else ["i", hex(number)]


def _float(_: _Reader, value: Any) -> Tree:
    return ["f", float.hex(float.__float__(value))]


def _complex(_: _Reader, value: Any) -> Tree:
    parts = complex.real.__get__(value), complex.imag.__get__(value)  # type: ignore[attr-defined]
    return ["c", *(["f", float.hex(part)] for part in parts)]


def _bytes(tag: str, base: Any) -> "_Read":
    def read(reader: _Reader, value: Any) -> Tree:
        reader.spend(0, base.__len__(value))
        return [tag, base.hex(value)]

    return read


def _sequence(tag: str, base: Any) -> "_Read":
    def read(reader: _Reader, value: Any) -> Tree:
        return [tag, *reader.items(base.__len__(value), base.__iter__(value))]

    return read


def _unordered(tag: str, base: Any) -> "_Read":
    def read(reader: _Reader, value: Any) -> Tree:
        return [tag, *sorted(reader.items(base.__len__(value), base.__iter__(value)), key=_canonical)]

    return read


def _dict(reader: _Reader, value: Any) -> Tree:
    ordered = issubclass(type(value), OrderedDict)
    pairs = OrderedDict.items(value) if ordered else dict.items(value)
    return ["d", *reader.items(2 * dict.__len__(value), itertools.chain.from_iterable(pairs))]


def _deque(reader: _Reader, value: Any) -> Tree:
    limit = deque.maxlen.__get__(value)  # type: ignore[attr-defined]
    return ["q", limit, *reader.items(deque.__len__(value), deque.__iter__(value))]


def _fields(tag: str, base: Any, names: str) -> "_Read":
    """Read members through the descriptors of the base class."""
    slots = [getattr(base, name) for name in names.split()]

    def read(reader: _Reader, value: Any) -> Tree:
        return [tag, *(reader.read(slot.__get__(value)) for slot in slots)]

    return read


def _zone(reader: _Reader, value: Any) -> Tree:
    return ["tz", reader.read(dt.timezone.utcoffset(value, None)), reader.read(dt.timezone.tzname(value, None))]


def _moment(tag: str, base: Any, names: str) -> "_Read":
    """As `_fields`, for a moment with a time zone. A zone that is not fixed makes the whole opaque."""
    fields = _fields(tag, base, names)

    def read(reader: _Reader, value: Any) -> Tree:
        zone = base.tzinfo.__get__(value)
        return [*fields(reader, value), reader.read(zone)]

    return read


def _decimal(reader: _Reader, value: Any) -> Tree:
    text = Decimal.__str__(value)
    reader.spend(0, len(text))
    return ["D", text]


def _path(reader: _Reader, value: Any) -> Tree:
    return ["p", "windows" if issubclass(type(value), PureWindowsPath) else "posix", _text(reader, PurePath.__str__(value))]


def _constant(name: str) -> "_Read":
    return lambda _reader, _value: ["k", name]


_Read = Callable[[_Reader, Any], Tree]
_EXACT: Final[dict[type, _Read]] = {
    int: _int,
    float: _float,
    complex: _complex,
    str: _text,
    bytes: _bytes("y", bytes),
    bytearray: _bytes("Y", bytearray),
    list: _sequence("l", list),
    tuple: _sequence("t", tuple),
    dict: _dict,
    set: _unordered("S", set),
    frozenset: _unordered("F", frozenset),
    deque: _deque,
    range: _fields("r", range, "start stop step"),
    Decimal: _decimal,
    Fraction: _fields("Q", Fraction, "_numerator _denominator"),
    dt.datetime: _moment("datetime", dt.datetime, "year month day hour minute second microsecond fold"),
    dt.date: _fields("date", dt.date, "year month day"),
    dt.time: _moment("time", dt.time, "hour minute second microsecond fold"),
    dt.timedelta: _fields("timedelta", dt.timedelta, "days seconds microseconds"),
    dt.timezone: _zone,
    PurePosixPath: _path,
    PosixPath: _path,
    PureWindowsPath: _path,
    type(...): _constant("Ellipsis"),
    type(NotImplemented): _constant("NotImplemented"),
}

_SCALARS: Final = {int, float, complex, str, bytes, bytearray, range, Decimal}
"""Types that hold no other value, so that they cannot be part of a cycle."""
_VIEWS: Final = {type(view) for plain in ({}, OrderedDict[int, int]()) for view in (plain.keys(), plain.values(), plain.items())}
_GLOBALS: Final = {type, type(len), type(encode), type(enum.EnumMeta)}
_ITERATORS: Final = {
    types.GeneratorType,
    map,
    filter,
    zip,
    enumerate,
    reversed,
    *(type(iter(empty)) for empty in ((), [], "", "\xe9", b"", bytearray(), {}, {}.values(), {}.items(), set[int](), range(0), deque[int]())),
    *(type(reversed(empty)) for empty in ([], {}, {}.values(), {}.items(), deque[int]())),
    type(iter(range(1 << 70))),
    *(kind for kind in vars(itertools).values() if isinstance(kind, type) and hasattr(kind, "__next__")),
}


def _canonical(tree: Tree) -> str:
    return json.dumps(tree, separators=(",", ":"))
