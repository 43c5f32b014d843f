"""What the child carries beyond plain values: instances, subclasses, enum members, exceptions, views and iterators.

Known types are read through their base classes: no `__eq__`, `__iter__`, `__len__` or `__class__` of a submission is asked.
Only an iterator runs code of the submission, when it is drained.
"""

import enum
import itertools
import sys
import types
from collections import OrderedDict, deque
from collections.abc import Iterable, Mapping, Reversible
from subprocess import CompletedProcess
from typing import Any, Final

from codec import EXACT, OPAQUE, USUAL, Beyond, Bounds, Reader, Tree, name_of, text_of

OWN_MODULE: Final = "submission"
"""Name of the module that a submission runs as."""
_HEAP_TYPE: Final = 1 << 9
"""Py_TPFLAGS_HEAPTYPE. Source: Include/object.h."""
_WORD: Final = 8

_DICTS: Final[tuple[dict[Any, Any], ...]] = ({}, OrderedDict())
_VIEWS: Final = {type(view) for plain in _DICTS for view in (plain.keys(), plain.values(), plain.items())}
_GLOBALS: Final = {type, types.FunctionType, types.BuiltinFunctionType, enum.EnumMeta}
_ITERABLES: Final[tuple[Iterable[Any], ...]] = (
    (),
    [],
    "",
    "\xe9",
    b"",
    bytearray(),
    {},
    {}.values(),
    {}.items(),
    set(),
    range(0),
    deque(),
)
_REVERSIBLE: Final[tuple[Reversible[Any], ...]] = ([], {}, {}.values(), {}.items(), range(0), deque())
_ITERATORS: Final = {
    types.GeneratorType,
    map,
    filter,
    zip,
    enumerate,
    reversed,
    *(type(iter(empty)) for empty in _ITERABLES),
    *(type(reversed(empty)) for empty in _REVERSIBLE),
    type(iter(range(1 << 70))),
    *(kind for kind in vars(itertools).values() if isinstance(kind, type) and hasattr(kind, "__next__")),
}


def encode(value: object, bounds: Bounds | None = None) -> Tree:
    """Read any value. An exception of an iterator that is drained passes through; nothing else raises."""
    return _ObjectReader(bounds or USUAL).whole(value)


def type_name(value: object) -> str:
    """Qualified name of the real type, whatever `__class__` claims."""
    return name_of(type(value))


class _ObjectReader(Reader):
    """A walk that knows more types."""

    def other(self, value: Any, kind: type) -> Tree:
        if issubclass(kind, enum.Enum):
            return self._enum(value, kind)
        if issubclass(kind, BaseException):
            return ["E", name_of(kind), self.read(BaseException.__dict__["args"].__get__(value))]
        if kind in _GLOBALS:
            return _global(value, kind)
        if issubclass(kind, CompletedProcess):
            state = _state(value)
            return ["cp", *(self.read(state.get(name)) for name in ("returncode", "stdout", "stderr"))]
        base = next((base for base in kind.__mro__ if base in EXACT), None)
        if base is not None:
            return ["x", name_of(kind), EXACT[base](self, value), *self._attributes(value, kind)]
        return self._opaque_or_iterable(value, kind)

    def _opaque_or_iterable(self, value: Any, kind: type) -> Tree:
        if kind in _VIEWS:
            return ["v", kind.__name__, *self.items(len(value), value)]
        if kind in _ITERATORS:
            drained = list(itertools.islice(value, self.bounds.drained + 1))
            if len(drained) > self.bounds.drained:
                message = "endless"
                raise Beyond(message)
            return ["it", *self.items(len(drained), drained)]
        if _is_plain(kind):
            return ["o", name_of(kind), *self._attributes(value, kind)]
        return [OPAQUE, name_of(kind)]

    def _enum(self, value: object, kind: type) -> Tree:
        state = _state(value)
        return ["e", name_of(kind), self.read(state.get("_name_")), self.read(state.get("_value_"))]

    def _attributes(self, value: object, kind: type) -> list[Tree]:
        """Name, value, name, value, ... of the instance's own state, by name."""
        found: dict[str, object] = {}
        for name, slot in _slots(kind):
            try:
                found.setdefault(name, slot.__get__(value))
            except AttributeError:
                continue
        found.update((name, item) for name, item in _state(value).items() if type(name) is str)
        return [part for name in sorted(found) for part in (text_of(self, name), self.read(found[name]))]


def _state(value: object) -> Mapping[str, Any]:
    """The instance's own dictionary, empty where it has none."""
    try:
        state = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return {}
    return state if type(state) is dict else {}


def _slots(kind: type) -> list[tuple[str, types.MemberDescriptorType]]:
    """Members that Python classes among the bases declared in `__slots__`."""
    members = [type.__dict__["__dict__"].__get__(base) for base in kind.__mro__ if base.__flags__ & _HEAP_TYPE]
    return [(name, slot) for names in members for name, slot in names.items() if type(slot) is types.MemberDescriptorType]


def _is_plain(kind: type) -> bool:
    """The class was written in Python on top of `object`, so that its instances hold nothing but attributes."""
    if not all(base is object or base.__flags__ & _HEAP_TYPE for base in kind.__mro__):
        return False
    words = len(_slots(kind)) + (kind.__weakrefoffset__ > 0) + (kind.__dictoffset__ > 0)
    return kind is not object and kind.__basicsize__ == object.__basicsize__ + _WORD * words


def _global(value: Any, kind: type) -> Tree:
    """An importable function or class of the standard library, by name."""
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    home = sys.modules.get(module) if type(module) is str and module != OWN_MODULE else None
    if home is not None and type(name) is str and getattr(home, name, None) is value:
        return ["g", f"{module}:{name}"]
    return [OPAQUE, name_of(kind)]
