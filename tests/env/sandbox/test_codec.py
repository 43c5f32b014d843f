"""Trees: what two values have to share to be equal, and that nothing hostile upsets the reader."""

import datetime as dt
import json
import math
import subprocess
import sys
from collections import deque
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from code_review_env.env.sandbox.codec import encode, equal, is_sound, render

ZYGOTE: Final = Path(__file__).parents[3] / "env/sandbox/zygote"

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=-(10**40), max_value=10**40)
    | st.floats()
    | st.text(st.characters())
    | st.text(st.characters(categories=["Cs"]), max_size=3)
    | st.binary()
    | st.complex_numbers()
    | st.decimals()
    | st.fractions()
    | st.dates()
    | st.times()
    | st.datetimes(timezones=st.none() | st.just(dt.UTC))
    | st.timedeltas()
    | st.builds(range, st.integers(-9, 9), st.integers(-9, 9), st.integers(1, 9))
    | st.binary().map(bytearray)
)
keys = st.none() | st.booleans() | st.integers() | st.text() | st.binary() | st.decimals(allow_nan=False)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.lists(inner).map(deque)
        | st.dictionaries(keys, inner)
        | st.sets(keys)
        | st.frozensets(keys)
    ),
    max_leaves=12,
)
any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)
TAGS: Final = [*"?^kgsifcylYltdSFqrDQpvox", "e", "E", "it", "cp", "tz", "date", "time", "datetime", "timedelta", "zz"]
hostile = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.tuples(st.sampled_from(TAGS), st.lists(inner, max_size=5)).map(lambda pair: [pair[0], *pair[1]]),
    max_leaves=20,
)


@given(values)
def test_a_value_equals_itself_after_the_wire(value: object) -> None:
    """Every plain value is equal to its own copy, exact floats included."""
    tree = encode(value)
    copy = json.loads(json.dumps(tree))
    assert is_sound(tree)
    assert equal(tree, copy, exact_floats=True)


@given(st.lists(values, max_size=6))
def test_inputs_come_back_as_they_were_sent(sent: list[object]) -> None:
    """The child's decoder inverts the encoder: decoding and encoding again gives the same tree."""
    tree = encode(sent)
    assert _decoded_and_encoded(tree) == tree


class _Decoder:
    """One interpreter that runs the zygote's own modules, as the child does."""

    SOURCE = "import sys, json, inputs, codec\nfor line in sys.stdin:\n    print(json.dumps(codec.encode(inputs.decode(json.loads(line)))), flush=True)"

    def __init__(self) -> None:
        path = f"import sys; sys.path.insert(0, {str(ZYGOTE)!r})\n"
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", path + self.SOURCE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )


_DECODER: Final[list[_Decoder]] = []


@pytest.fixture(autouse=True, scope="module")
def decoder() -> Any:
    """Start the decoder once and end it afterwards."""
    _DECODER.append(_Decoder())
    yield
    process = _DECODER.pop().process
    process.communicate()


def _decoded_and_encoded(tree: Any) -> Any:
    process = _DECODER[0].process
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(tree) + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


@given(hostile | any_json, hostile | any_json)
def test_comparing_and_showing_never_raise(one: Any, other: Any) -> None:
    """Any JSON at all gives a truth value and a text within the limit."""
    assert equal(one, other, exact_floats=False) in {True, False}
    assert len(render(one, 40)) <= 40


@given(hostile)
def test_comparison_is_symmetric(tree: Any) -> None:
    """A tree without floats and opaque parts is equal to itself, in both directions."""
    text = json.dumps(tree)
    if '["?"' not in text and '["f"' not in text and '["S"' not in text and '["F"' not in text:
        assert equal(tree, json.loads(text), exact_floats=False) is True


DIFFERENT: Final = [
    (1, 1.0),
    (1, True),
    (0, False),
    (1, "1"),
    ("a", b"a"),
    (b"a", bytearray(b"a")),
    ([1, 2], (1, 2)),
    ([1, 2], [2, 1]),
    ({1: 2, 3: 4}, {3: 4, 1: 2}),
    ({1, 2}, frozenset({1, 2})),
    ({1}, {1, 2}),
    (Decimal("1.0"), Decimal("1.00")),
    (Decimal(1), 1),
    (Fraction(1, 2), 0.5),
    (range(3), [0, 1, 2]),
    (deque([1]), deque([1], 2)),
    (dt.date(2024, 1, 1), dt.datetime(2024, 1, 1)),  # noqa: DTZ001 - naive on purpose
    (dt.datetime(2024, 1, 1, tzinfo=dt.UTC), dt.datetime(2024, 1, 1)),  # noqa: DTZ001 - naive on purpose
    (math.inf, -math.inf),
    (math.inf, 1e308),
    (1.0, 1.001),
    (0.0, 1e-9),
    ("\ud83d\ude00", "\U0001f600"),
    (None, False),
    ([], ()),
]
SAME: Final = [
    (0.1 + 0.2, 0.3),
    (math.nan, -math.nan),
    (0.0, -0.0),
    ([math.nan], [math.nan]),
    ({"a": [0.1 + 0.2]}, {"a": [0.3]}),
    ({0.1 + 0.2, 5.0}, {5.0, 0.3}),
    ({1, 2, 3}, {3, 2, 1}),
    ({frozenset({0.1 + 0.2})}, {frozenset({0.3})}),
    (1e300 * 10, 1e301),
    (1e-13, 0.0),
    (complex(0.1 + 0.2, 1), complex(0.3, 1)),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different(one: object, other: object) -> None:
    """Types, order and tags count, also where Python's own == says equal."""
    assert not equal(encode(one), encode(other), exact_floats=False)
    assert not equal(encode([one]), encode([other]), exact_floats=False)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_same(one: object, other: object) -> None:
    """Floats are close, nan is nan, sets have no order."""
    assert equal(encode(one), encode(other), exact_floats=False)


def test_exact_floats_are_compared_bit_for_bit() -> None:
    """With exact floats neither closeness nor the sign of zero is forgiven, but nan stays nan."""
    assert not equal(encode(0.1 + 0.2), encode(0.3), exact_floats=True)
    assert not equal(encode(0.0), encode(-0.0), exact_floats=True)
    assert equal(encode(math.nan), encode(math.nan), exact_floats=True)


def test_an_opaque_value_equals_nothing() -> None:
    """What is not carried is not even equal to itself, at any depth."""
    tree = encode({"a": (object(),)})
    assert not equal(tree, tree, exact_floats=False)
    assert not equal(["S", ["t", ["?", "x"]]], ["S", ["t", ["?", "x"]]], exact_floats=False)


def test_values_beyond_the_bounds_are_opaque_as_a_whole() -> None:
    """Too deep, too many, too long: nothing of it is carried."""
    deep: list[object] = []
    for _ in range(100):
        deep = [deep]
    assert encode(deep) == ["?", "too deep"]
    assert encode(list(range(200_000))) == ["?", "too large"]
    assert encode("x" * (5 << 20)) == ["?", "too large"]


def test_a_cycle_is_a_reference_upwards() -> None:
    """A value that holds itself has a finite tree, equal for the same shape alone."""
    one: list[object] = [1]
    one.append(one)
    other: list[object] = [1]
    other.append([1, other])
    assert encode(one) == ["l", 1, ["^", 1]]
    assert not equal(encode(one), encode(other), exact_floats=False)


def test_a_million_levels_are_unequal_and_unreadable() -> None:
    """Depth that no encoder produced is refused without recursion."""
    deep: list[Any] = ["l"]
    for _ in range(1_000_000):
        deep = ["l", deep]
    assert not equal(deep, deep, exact_floats=False)
    assert render(deep, 50) == "<unreadable>"


SHOWN: Final = [
    ([1, "a", None], "[1, 'a', None]"),
    ((1,), "(1,)"),
    ({"a": {1}}, "{'a': {1}}"),
    (1.5, "1.5"),
    (10**30, str(10**30)),
    (Decimal("1.50"), "Decimal('1.50')"),
    (range(3), "range(0, 3, 1)"),
    (b"x", "b'x'"),
    (object(), "<object>"),
    (deque([1]), "deque([1])"),
    (dt.date(2024, 1, 2), "date(2024, 1, 2)"),
]


@pytest.mark.parametrize(("value", "text"), SHOWN)
def test_shown(value: object, text: str) -> None:
    """People read something like Python."""
    assert render(encode(value), 100) == text


def test_what_is_shown_ends_at_the_limit() -> None:
    """A long value is cut with an ellipsis."""
    assert render(encode(list(range(10_000))), 10) == "[0, 1, 2,…"
