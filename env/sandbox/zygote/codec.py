"""Plain values as JSON trees, read without running any method of theirs.

A tree is None, a bool, a JSON string, an integer below 2**53, or `[tag, ...]`. The parent imports this module to encode
inputs. The child decodes them with `inputs.py` and encodes its results with `objects.py`, which carries more types; what the
parent does with results is `env/sandbox/codec.py`, which rebuilds nothing.
"""

import datetime as dt
import itertools
import json
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import PosixPath, PurePath, PurePosixPath, PureWindowsPath
from typing import Any, Final

Tree = Any

OPAQUE: Final = "?"
"""Tag of a value that is not carried; such a value equals nothing, not even itself."""
_JSON_INT: Final = 1 << 53
_TOO_LARGE: Final = "too large"


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


USUAL: Final = Bounds()
"""What holds unless somebody says otherwise."""


class Beyond(Exception):
    """The value is beyond the bounds; the text says how."""


def encode(value: object, bounds: Bounds | None = None) -> Tree:
    """Read a plain value. It never raises; a value of another type is opaque."""
    return Reader(bounds or USUAL).whole(value)


def name_of(kind: type) -> str:
    """Qualified name of a type, whatever its metaclass claims."""
    module: object = type.__dict__["__module__"].__get__(kind)
    name: object = type.__dict__["__qualname__"].__get__(kind)
    return f"{module if type(module) is str else '?'}.{name}"


class Reader:
    """One walk over one value."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self._nodes = bounds.nodes
        self._size = bounds.size
        self._path: list[int] = []

    def whole(self, value: object) -> Tree:
        """The tree of a value, opaque when it is beyond the bounds."""
        try:
            return self.read(value)
        except Beyond as beyond:
            return [OPAQUE, str(beyond)]

    def read(self, value: object) -> Tree:
        """The tree of a value or of a part of it.

        Raises:
            Beyond: it is beyond the bounds.
        """
        self._nodes -= 1
        if self._nodes < 0:
            raise Beyond(_TOO_LARGE)
        kind = type(value)
        if value is None or kind is bool:
            return value
        exact = EXACT.get(kind)
        if exact and kind in _SCALARS:
            return exact(self, value)
        path, place = self._path, id(value)
        if place in path:
            return ["^", len(path) - path.index(place)]
        if len(path) >= self.bounds.depth:
            message = "too deep"
            raise Beyond(message)
        path.append(place)
        try:
            return exact(self, value) if exact else self.other(value, kind)
        finally:
            path.pop()

    def spend(self, nodes: int, size: int = 0) -> None:
        """Account for parts and characters.

        Raises:
            Beyond: there is no room for them.
        """
        self._nodes -= nodes
        self._size -= size
        if self._nodes < 0 or self._size < 0:
            raise Beyond(_TOO_LARGE)

    def items(self, length: int, values: Iterable[Any]) -> list[Tree]:
        """The trees of all values of a container of `length`.

        Raises:
            Beyond: they are beyond the bounds.
        """
        if length > self._nodes:
            raise Beyond(_TOO_LARGE)
        found: list[Tree] = []
        leaves = size = 0
        for value in list(values):
            # Most values are short texts and small numbers: they are read here, and paid for together.
            if type(value) is str and value.isascii():
                size += len(value)
            elif type(value) is int and -_JSON_INT < value < _JSON_INT:
                size += value.bit_length() // 4
            else:
                found.append(self.read(value))
                continue
            leaves += 1
            found.append(value)
        self.spend(leaves, size)
        return found

    def other(self, _value: object, kind: type) -> Tree:
        """A value of a type that is not carried here."""
        return [OPAQUE, name_of(kind)]


def text_of(reader: Reader, value: Any) -> Tree:
    """Text as a JSON string, or tagged when a lone surrogate in it would not survive."""
    text = str.__str__(value)
    reader.spend(0, len(text))
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return ["s", text.encode(errors="surrogatepass").hex()]
    return text


def _int(reader: Reader, value: Any) -> Tree:
    number = int.__int__(value)
    reader.spend(0, number.bit_length() // 4)
    return number if -_JSON_INT < number < _JSON_INT else ["i", hex(number)]


def _float(_: Reader, value: Any) -> Tree:
    return ["f", float.hex(float.__float__(value))]


def _complex(_: Reader, value: Any) -> Tree:
    parts = complex.real.__get__(value), complex.imag.__get__(value)
    return ["c", *(["f", float.hex(part)] for part in parts)]


def _bytes(tag: str, base: Any) -> "_Read":
    def read(reader: Reader, value: Any) -> Tree:
        reader.spend(0, base.__len__(value))
        return [tag, base.hex(value)]

    return read


def _sequence(tag: str, base: Any) -> "_Read":
    def read(reader: Reader, value: Any) -> Tree:
        return [tag, *reader.items(base.__len__(value), base.__iter__(value))]

    return read


def _unordered(tag: str, base: Any) -> "_Read":
    def read(reader: Reader, value: Any) -> Tree:
        return [tag, *sorted(reader.items(base.__len__(value), base.__iter__(value)), key=_canonical)]

    return read


def _dict(reader: Reader, value: Any) -> Tree:
    ordered = issubclass(type(value), OrderedDict)
    pairs = OrderedDict.items(value) if ordered else dict.items(value)
    return ["d", *reader.items(2 * dict.__len__(value), itertools.chain.from_iterable(pairs))]


def _deque(reader: Reader, value: Any) -> Tree:
    limit = deque.maxlen.__get__(value)
    return ["q", limit, *reader.items(deque.__len__(value), deque.__iter__(value))]


def _fields(tag: str, base: Any, names: str) -> "_Read":
    """Read members through the descriptors of the base class."""
    slots = [getattr(base, name) for name in names.split()]

    def read(reader: Reader, value: Any) -> Tree:
        return [tag, *(reader.read(slot.__get__(value)) for slot in slots)]

    return read


def _zone(reader: Reader, value: Any) -> Tree:
    return ["tz", reader.read(dt.timezone.utcoffset(value, None)), reader.read(dt.timezone.tzname(value, None))]


def _moment(tag: str, base: Any, names: str) -> "_Read":
    """As `_fields`, for a moment with a time zone. A zone that is not fixed makes the whole opaque."""
    fields = _fields(tag, base, names)

    def read(reader: Reader, value: Any) -> Tree:
        zone = base.tzinfo.__get__(value)
        return [*fields(reader, value), reader.read(zone)]

    return read


def _decimal(reader: Reader, value: Any) -> Tree:
    text = Decimal.__str__(value)
    reader.spend(0, len(text))
    return ["D", text]


def _path(reader: Reader, value: Any) -> Tree:
    return ["p", "windows" if issubclass(type(value), PureWindowsPath) else "posix", text_of(reader, PurePath.__str__(value))]


def _constant(name: str) -> "_Read":
    return lambda _reader, _value: ["k", name]


_Read = Callable[[Reader, Any], Tree]
EXACT: Final[dict[type, _Read]] = {
    int: _int,
    float: _float,
    complex: _complex,
    str: text_of,
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


def _canonical(tree: Tree) -> str:
    return json.dumps(tree, separators=(",", ":"))
