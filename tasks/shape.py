"""The values that a place in a call may take: what examples and annotations show, and nothing beside it.

An honest repair may rely on the types it is shown, so a generated input must never leave them: no text where only
numbers were seen, no None unless shown, the keys of a record and the layout of a row as they were.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from code_review_env.tasks.hints import NOTHING, Hint
from code_review_env.tasks.literal import literal
from code_review_env.tasks.paths import parts


@dataclass(frozen=True, slots=True)
class Atom:
    """No container: exact type, the values seen, and whether no others may stand here (`Literal`)."""

    kind: type
    seen: tuple[object, ...] = ()
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Many:
    """A sequence or set of any length; `size` is the largest length seen."""

    kind: type
    item: "Shape"
    size: int = 0


@dataclass(frozen=True, slots=True)
class Fixed:
    """A tuple, or a list used like one: each position has a meaning of its own."""

    kind: type
    items: tuple["Shape", ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A dict with named fields, in one of the layouts (keys in order) that were seen."""

    fields: tuple[tuple[str, "Shape"], ...]
    layouts: tuple[tuple[str, ...], ...]
    kind: type = dict


@dataclass(frozen=True, slots=True)
class Table:
    """A dict with any keys of one shape."""

    key: "Shape"
    value: "Shape"
    size: int = 0
    kind: type = dict


Variant = Atom | Many | Fixed | Record | Table
Shape = tuple[Variant, ...]
"""At most one variant for each exact type; empty where nothing is known."""

_SETS = (set, frozenset)


def shape(values: Iterable[object], said: Hint = NOTHING, keys: frozenset[str] = frozenset()) -> Shape:
    """The shape that covers all `values` and what the annotation admits.

    Args:
        values: everything seen at one place.
        said: the annotation of the place.
        keys: strings by which the source looks something up; a dict with such a key is a record.
    """
    peers: dict[type, list[object]] = {}
    for value in values:
        peers.setdefault(type(value), []).append(value)
    for kind in said.kinds:
        peers.setdefault(kind, [])
    if said.abstract and not peers.keys() & {list, tuple, deque, *_SETS}:
        peers[list] = []
    return tuple(_variant(kind, peers[kind], said, keys) for kind in sorted(peers, key=lambda kind: kind.__name__))


def variant(value: object, among: Shape) -> Variant | None:
    """The variant for the exact type of `value`."""
    return next((one for one in among if one.kind is type(value)), None)


def fits(value: object, among: Shape, optional: frozenset[str] = frozenset()) -> bool:
    """Whether `value` stays within the shape; a record may lack its `optional` keys."""
    match variant(value, among):
        case None:
            return False
        case Atom(closed=closed, seen=seen):
            return not closed or literal(value) in {literal(one) for one in seen}
        case Many(item=item):
            return all(fits(part, item, optional) for part in parts(value))
        case Fixed(items=items):
            found = parts(value)
            return len(found) == len(items) and all(fits(*pair, optional) for pair in zip(found, items, strict=True))
        case Record() as record:
            return isinstance(value, dict) and _is_record(value, record, optional)
        case Table(key=key, value=inner):
            pairs = value.items() if isinstance(value, dict) else ()
            return all(fits(name, key, optional) and fits(part, inner, optional) for name, part in pairs)


def _is_record(value: dict[str, object], record: Record, optional: frozenset[str]) -> bool:
    fields = dict(record.fields)
    given = tuple(value)
    laid_out = any(_lacks_only(given, layout, optional) for layout in record.layouts)
    return laid_out and all(fits(part, fields[name], optional) for name, part in value.items())


def _lacks_only(given: tuple[str, ...], layout: tuple[str, ...], optional: frozenset[str]) -> bool:
    return given == tuple(name for name in layout if name in given or name not in optional)


def _variant(kind: type, peers: list[object], said: Hint, keys: frozenset[str]) -> Variant:
    if kind is dict:
        return _dict([peer for peer in peers if isinstance(peer, dict)], said, keys)
    if kind in {list, tuple, deque, *_SETS}:
        return _sequence(kind, [parts(peer) for peer in peers], said, keys)
    choices = [choice for choice in said.choices if type(choice) is kind]
    return Atom(kind, seen=_distinct([*choices, *peers]), closed=bool(choices))


def _distinct(values: Iterable[object]) -> tuple[object, ...]:
    return tuple({literal(value): value for value in values}.values())


def _sequence(kind: type, peers: list[list[object]], said: Hint, keys: frozenset[str]) -> Variant:
    if kind is tuple and said.fixed is not None and all(len(peer) == len(said.fixed) for peer in peers):
        columns = [[peer[index] for peer in peers] for index in range(len(said.fixed))]
        return Fixed(kind, tuple(shape(column, one, keys) for column, one in zip(columns, said.fixed, strict=True)))
    if kind not in _SETS and said.item is None and _is_row(kind, peers):
        return Fixed(kind, tuple(shape(column, NOTHING, keys) for column in zip(*peers, strict=True)))
    item = shape([part for peer in peers for part in peer], said.item or NOTHING, keys)
    return Many(kind, item, size=max((len(peer) for peer in peers), default=0))


def _is_row(kind: type, peers: list[list[object]]) -> bool:
    """Tuples of one length are rows; so are lists of one length with unlike items that keep their types by position."""
    lengths = {len(peer) for peer in peers}
    if len(lengths) != 1 or lengths == {0}:
        return False
    types = [tuple(type(part) for part in peer) for peer in peers]
    return kind is tuple or (len(set(types)) == 1 and len(set(types[0])) > 1)


def _dict(peers: list[dict[object, object]], said: Hint, keys: frozenset[str]) -> Variant:
    if _is_table(peers, said, keys):
        return Table(
            key=shape([key for peer in peers for key in peer], said.key or NOTHING, keys),
            value=shape([value for peer in peers for value in peer.values()], said.value or NOTHING, keys),
            size=max((len(peer) for peer in peers), default=0),
        )
    names = tuple(dict.fromkeys(str(key) for peer in peers for key in peer))
    said_value = said.value or NOTHING
    fields = tuple((name, shape([peer[name] for peer in peers if name in peer], said_value, keys)) for name in names)
    return Record(fields, layouts=tuple(dict.fromkeys(tuple(map(str, peer)) for peer in peers)))


def _is_table(peers: Sequence[dict[object, object]], said: Hint, keys: frozenset[str]) -> bool:
    names = [key for peer in peers for key in peer]
    if not all(type(name) is str for name in names):
        return True
    if keys & {str(name) for name in names}:
        return False
    filled = [set(peer) for peer in peers if peer]
    unlike = len(filled) > 1 and not set.intersection(*filled)
    return unlike or said.value not in {None, NOTHING}
