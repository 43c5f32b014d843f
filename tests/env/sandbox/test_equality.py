"""Equality of trees: an equivalence that agrees with Python's own `==`, except that types, order and spelling count too."""

import datetime as dt
import json
import math
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from code_review_env.env.sandbox.codec import encode, equal

ZYGOTE: Final = Path(__file__).parents[3] / "env/sandbox/zygote"

NAIVE: Final = dt.datetime(2024, 1, 1)  # noqa: DTZ001 - one of the values that must be told apart
LOOKALIKES: Final = (
    *(0, 1, -1, True, False, None, 0.0, -0.0, 1.0, 0.1 + 0.2, 0.3, math.nan, -math.nan, math.inf, -math.inf, 1 << 53, 1 << 70),
    *("", "1", "a", "\ud800", b"", b"a", bytearray(b"a"), 0j, 1j, complex(1, 0), complex(0.0, -0.0), complex(math.nan, 0)),
    *(Decimal(1), Decimal("1.0"), Decimal("-0"), Decimal(0), Decimal("nan"), Decimal("sNaN"), Fraction(1), Fraction(1, 2)),
    *(range(0), range(1, 1), range(2), range(0, 2, 1), dt.date(2024, 1, 1), NAIVE, NAIVE.replace(tzinfo=dt.UTC)),
    *(NAIVE.replace(fold=1), dt.time(1), dt.time(1, tzinfo=dt.UTC), dt.timedelta(1), dt.timedelta(hours=24), dt.UTC),
    *(dt.timezone(dt.timedelta(0)), dt.timezone(dt.timedelta(0), "Z"), ..., NotImplemented),
)
HASHABLE: Final = [value for value in LOOKALIKES if not isinstance(value, bytearray) and str(value) != "sNaN"]
"""A signalling nan cannot be hashed."""
keys = st.sampled_from(HASHABLE)
lookalikes = st.recursive(
    st.sampled_from(LOOKALIKES),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.lists(inner, max_size=2).map(deque)
        | st.lists(inner, max_size=2).map(lambda items: deque(items, 2))
        | st.dictionaries(keys, inner, max_size=2)
        | st.sets(keys, max_size=2)
        | st.frozensets(keys, max_size=2)
    ),
    max_leaves=4,
)


def same(one: Any, other: Any) -> bool:
    """What exact equality means, said with Python's own comparison."""
    if type(one) is not type(other):
        return False
    told = next((how for kinds, how in HOW if isinstance(one, kinds)), same_leaf)
    return told(one, other)


def same_float(one: float, other: float) -> bool:
    """Bit for bit, but for the kinds of nan."""
    both_nan = math.isnan(one) and math.isnan(other)
    return both_nan or (one == other and math.copysign(1, one) == math.copysign(1, other))


def same_complex(one: complex, other: complex) -> bool:
    """Part by part."""
    return same_float(one.real, other.real) and same_float(one.imag, other.imag)


def same_sequence(one: Any, other: Any) -> bool:
    """In order, and for a deque of one length limit."""
    limits = {thing.maxlen for thing in (one, other) if isinstance(thing, deque)}
    return len(limits) <= 1 and all_same(one, other)


def same_mapping(one: Any, other: Any) -> bool:
    """Keys and values, in order."""
    return all_same(one.keys(), other.keys()) and all_same(one.values(), other.values())


def same_members(one: Any, other: Any) -> bool:
    """Each member has its like in the other."""
    return len(one) == len(other) and all(any(same(mine, theirs) for theirs in other) for mine in one)


def all_same(some: Iterable[Any], others: Iterable[Any]) -> bool:
    """Pair by pair, in order."""
    mine, theirs = list(some), list(others)
    return len(mine) == len(theirs) and all(map(same, mine, theirs))


def same_leaf(one: Any, other: Any) -> bool:
    """Values whose spelling counts beside their worth: 1.0 and 1.00, an empty range that starts elsewhere, a fold."""
    if isinstance(one, Decimal | range | dt.time | dt.datetime | dt.timezone):
        return repr(one) == repr(other)
    return bool(one == other)


HOW: Final[tuple[tuple[Any, Callable[[Any, Any], bool]], ...]] = (
    (float, same_float),
    (complex, same_complex),
    ((list, tuple, deque), same_sequence),
    (dict, same_mapping),
    ((set, frozenset), same_members),
)


def exactly(one: object, other: object) -> bool:
    """The judgement of the product."""
    return equal(encode(one), encode(other), exact_floats=True)


@given(lookalikes, lookalikes)
def test_exact_equality_is_pythons_with_types_and_order(one: object, other: object) -> None:
    """Two values are equal exactly when they have one type, compare equal, and so have all their parts, in order."""
    assert exactly(one, other) is same(one, other)


@pytest.mark.proof
@settings(max_examples=20_000)
@given(lookalikes, lookalikes)
def test_exact_equality_over_twenty_thousand_pairs(one: object, other: object) -> None:
    """The same, for longer."""
    assert exactly(one, other) is same(one, other)


@given(lookalikes)
def test_every_value_equals_itself(one: object) -> None:
    """Reflexive, nan included, with exact floats and without."""
    tree = encode(one)
    assert equal(tree, json.loads(json.dumps(tree)), exact_floats=True)
    assert equal(tree, json.loads(json.dumps(tree)), exact_floats=False)


@given(lookalikes, lookalikes)
def test_equality_has_no_direction(one: object, other: object) -> None:
    """Symmetric, with exact floats and without; what is exactly equal is also loosely so."""
    mine, theirs = encode(one), encode(other)
    for exact in (True, False):
        assert equal(mine, theirs, exact_floats=exact) is equal(theirs, mine, exact_floats=exact)
    assert equal(mine, theirs, exact_floats=False) or not equal(mine, theirs, exact_floats=True)


@given(st.sampled_from(LOOKALIKES), st.sampled_from(LOOKALIKES), st.sampled_from(LOOKALIKES))
def test_exact_equality_carries_over(one: object, other: object, third: object) -> None:
    """Transitive: closeness of floats is not, which is why exact equality is a setting."""
    if exactly(one, other) and exactly(other, third):
        assert exactly(one, third)


def test_no_lookalike_is_taken_for_another() -> None:
    """Over all pairs: the classes are the ones that `same` makes, and every class is told from all others."""
    wrong = [(one, other) for one in LOOKALIKES for other in LOOKALIKES if exactly(one, other) is not same(one, other)]
    assert wrong == []


CHILD: Final = """
import collections, dataclasses, enum, itertools, json, pathlib, subprocess, sys
import codec, inputs, objects

@dataclasses.dataclass
class P:
    x: int
    y: int = 2

@dataclasses.dataclass(frozen=True, slots=True)
class Slotted:
    x: object

class Q:
    def __init__(self, **state):
        self.__dict__.update(state)

class R(Q):
    pass

class Liar(int):
    def __eq__(self, other): return True
    __hash__ = int.__hash__

class E(enum.Enum):
    A = 1
    B = 2

class I(enum.IntEnum):
    A = 1

N = collections.namedtuple("N", "x y")
M = collections.namedtuple("M", "x y")

for line in sys.stdin:
    kind, text = json.loads(line)
    value = inputs.decode(text) if kind == "tree" else eval(text)
    trees = [objects.encode(value), codec.encode(value) if kind == "tree" else None]
    print(json.dumps(trees), flush=True)
"""


class Child:
    """An interpreter with the modules of a child, fed line by line."""

    def __init__(self) -> None:
        path = f"import sys; sys.path.insert(0, {str(ZYGOTE)!r})\n"
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", path + CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, kind: str, what: Any) -> list[Any]:
        """Trees of a value that is given as a tree or as an expression."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([kind, what]) + "\n")
        self.process.stdin.flush()
        found: list[Any] = json.loads(self.process.stdout.readline())
        return found


CHILDREN: Final[list[Child]] = []


@pytest.fixture(autouse=True, scope="module")
def child() -> Any:
    """One interpreter for all tests."""
    CHILDREN.append(Child())
    yield
    CHILDREN.pop().process.communicate()


@given(st.lists(lookalikes, max_size=4))
def test_both_sides_write_the_same_tree(sent: list[object]) -> None:
    """Parent and child encode alike: what the child returns of an input untouched is what the parent had sent."""
    plain = [value for value in sent if "NotImplemented" not in repr(value) and "Ellipsis" not in repr(value)]
    tree = encode(plain)
    assert CHILDREN[0].ask("tree", tree) == [tree, tree]


ALIKE: Final = (
    ("P(1)", "P(y=2, x=1)"),
    ("Slotted([1])", "Slotted(x=[1])"),
    ("Q(a=1, b=2)", "Q(b=2, a=1)"),
    ("E.A", "E(1)"),
    ("I.A", "I(1)"),
    ("N(1, 2)", "N(y=2, x=1)"),
    ("Liar(3)", "Liar('3')"),
    ("pathlib.PurePosixPath('a//b/.')", "pathlib.PurePosixPath('a', 'b')"),
    ("pathlib.Path('a')", "pathlib.Path('./a')"),
    ("pathlib.PureWindowsPath('a/b')", "pathlib.PureWindowsPath(r'a\\b')"),
    ("{1: 2}.keys()", "dict([(1, 2)]).keys()"),
    ("{1: 2}.items()", "dict([(1, 2)]).items()"),
    ("iter([1, 2])", "(n for n in (1, 2))"),
    ("map(str, [1])", "iter(['1'])"),
    ("zip([1], [2])", "iter([(1, 2)])"),
    ("itertools.islice(itertools.count(), 3)", "iter(range(3))"),
    ("reversed([1, 2])", "iter([2, 1])"),
    ("subprocess.CompletedProcess(['a'], 1, b'o')", "subprocess.CompletedProcess('other', 1, b'o')"),
    ("ValueError('x', [1])", "ValueError('x', [1])"),
    ("collections.OrderedDict(a=1)", "collections.OrderedDict([('a', 1)])"),
    ("collections.Counter('ab')", "collections.Counter(['a', 'b'])"),
    ("[float('nan'), {'a': float('nan')}]", "[-float('nan'), {'a': float('nan')}]"),
    ("P(0.1 + 0.2)", "P(0.3)"),
    ("len", "len"),
)
UNLIKE: Final = (
    ("P(1)", "P(2)"),
    ("P(1, 2)", "P(1, 2.0)"),
    ("P(1)", "{'x': 1, 'y': 2}"),
    ("Slotted(1)", "Slotted(True)"),
    ("Q(a=1)", "R(a=1)"),
    ("Q(a=1)", "Q(a=1, b=None)"),
    ("E.A", "E.B"),
    ("E.A", "1"),
    ("I.A", "1"),
    ("I.A", "E.A"),
    ("N(1, 2)", "(1, 2)"),
    ("N(1, 2)", "M(1, 2)"),
    ("Liar(3)", "3"),
    ("Liar(3)", "Liar(4)"),
    ("pathlib.PurePosixPath('a')", "'a'"),
    ("pathlib.PurePosixPath('a')", "pathlib.PureWindowsPath('a')"),
    ("pathlib.PurePosixPath('/a')", "pathlib.PurePosixPath('a')"),
    ("{1: 2}.keys()", "{1: 2}.values()"),
    ("{1: 2, 3: 4}.keys()", "{3: 4, 1: 2}.keys()"),
    ("{1: 2}.keys()", "[1]"),
    ("iter([1, 2])", "[1, 2]"),
    ("iter([1, 2])", "iter([2, 1])"),
    ("subprocess.CompletedProcess([], 1)", "subprocess.CompletedProcess([], 2)"),
    ("subprocess.CompletedProcess([], 1, 'o')", "subprocess.CompletedProcess([], 1, b'o')"),
    ("subprocess.CompletedProcess([], 1, None, '')", "subprocess.CompletedProcess([], 1, None, None)"),
    ("ValueError(1)", "ValueError(2)"),
    ("ValueError(1)", "KeyError(1)"),
    ("collections.OrderedDict(a=1)", "{'a': 1}"),
    ("collections.Counter('ab')", "collections.Counter('ba')"),
    ("len", "max"),
    ("object()", "object()"),
    ("lambda: 0", "lambda: 0"),
    ("itertools.count()", "itertools.count()"),
    ("[object()]", "[object()]"),
    ("Q(a=object())", "Q(a=object())"),
)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_alike(one: str, other: str) -> None:
    """Values beyond plain ones are the same by type and state, however they were made."""
    mine, theirs = (CHILDREN[0].ask("text", text)[0] for text in (one, other))
    assert equal(mine, theirs, exact_floats=False)
    assert equal(theirs, mine, exact_floats=False)


@pytest.mark.parametrize(("one", "other"), UNLIKE)
def test_unlike(one: str, other: str) -> None:
    """Another class, another state, another order: whatever their own `==` says."""
    mine, theirs = (CHILDREN[0].ask("text", text)[0] for text in (one, other))
    assert not equal(mine, theirs, exact_floats=False)
    assert not equal(theirs, mine, exact_floats=False)
