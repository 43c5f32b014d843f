import datetime as dt
from collections import deque
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from code_review_env.tasks.evaluate import NotEvaluable, evaluate
from code_review_env.tasks.literal import literal

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary()
    | st.decimals(allow_nan=False)
    | st.fractions()
    | st.dates()
    | st.datetimes()
    | st.timedeltas()
    | st.builds(range, st.integers(-9, 9), st.integers(-9, 9))
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
        | st.lists(inner, max_size=3).map(deque)
        | st.frozensets(st.integers() | st.text(max_size=3), max_size=3)
    ),
    max_leaves=8,
)


@given(VALUES)
def test_it_reads_what_literal_writes(value: object) -> None:
    """`evaluate` is the inverse of `literal` over everything that a task may pass."""
    assert literal(evaluate(literal(value))) == literal(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[None, {1, 2}, (3,)]", [None, {1, 2}, (3,)]),
        ("Decimal('1.5')", Decimal("1.5")),
        ("date(2024, 1, 2)", dt.date(2024, 1, 2)),
        ("datetime.timedelta(days=1)", dt.timedelta(days=1)),
        ("Fraction(1, 3)", Fraction(1, 3)),
        ("frozenset([1])", frozenset({1})),
        ("set()", set()),
        ("-1.5e3", -1500.0),
        ("1 + 2j", 1 + 2j),
        ("float('inf')", float("inf")),
        (" 'a' 'b' ", "ab"),
    ],
)
def test_literals_and_constructors_are_read(text: str, value: object) -> None:
    """Both spellings of a constructor and every literal form give the value."""
    assert evaluate(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "name",
        "...",
        "[x for x in y]",
        "__import__('os')",
        "f'{1}'",
        "{**{}}",
        "{[]: 1}",
        "{[1]}",
        "Decimal('x')",
        "date(2024, 13, 1)",
        "deque(range(10))",
        "bytearray(1000000000000)",
        "set('ab' * 3)",
        "float(1)",
        "'a' * 10",
        "range(*[1])",
        "dict(**{})",
        "1 +",
        "",
        "a.b(1)",
        "(" * 2000,
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    """Names, operators, comprehensions, unknown or abusive calls end in one error, and nothing is run."""
    with pytest.raises(NotEvaluable):
        evaluate(text)


def test_a_long_text_is_refused() -> None:
    """The size limit holds before anything is parsed."""
    with pytest.raises(NotEvaluable, match="200,000 characters"):
        evaluate(" " * 200_001)
