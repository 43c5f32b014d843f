"""What a docstring and annotations promise, against what is known to be right; and budgets of operations."""

import ast

import pytest

from code_review_env.env.sandbox.codec import encode
from code_review_env.env.sandbox.program import Outcome
from code_review_env.env.scoring.fitting import Annotations
from code_review_env.env.scoring.gate import Parsed, parse
from code_review_env.env.scoring.promises import says_enough
from code_review_env.env.scoring.watched import BUDGET, SLACK, as_good
from code_review_env.tasks.task import Case

HEAD = """
from typing import Any, Final, Literal, Optional, TypedDict, Union

Row = tuple[str, int]


class Record(TypedDict):
    name: str
"""


def parsed(source: str) -> Parsed:
    """A file that passes the gate."""
    found = parse(source)
    assert isinstance(found, Parsed)
    return found


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        ("int", 3),
        ("float", 3),
        ("float", 2.5),
        ("str | None", None),
        ("Optional[str]", "a"),
        ("Union[int, str]", "a"),
        ("'list[int]'", [1, 2]),
        ("list[int | None]", [1, None]),
        ("dict[str, list[float]]", {"a": [1, 2.5]}),
        ("tuple[int, ...]", (1, 2, 3)),
        ("Row", ("a", 1)),
        ("list[Row]", [("a", 1)]),
        ("Record", {"name": "a"}),
        ("Literal['a', 'b']", "b"),
        ("Sequence[int]", (1, 2)),
        ("Iterable[str]", {"a": 1}),
        ("set[int]", {1, 2}),
        ("Something", object),
    ],
)
def test_a_value_fits(annotation: str, value: object) -> None:
    """Numbers up to float, unions, aliases, containers with what is in them; an unknown name says nothing against it."""
    assert Annotations(parsed(HEAD)).fit(ast.parse(annotation, mode="eval").body, encode(value))


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        ("int", 2.5),
        ("str", None),
        ("Any", 1),
        ("object", 1),
        ("list[Any]", [1]),
        ("list[int]", [1, None]),
        ("dict[str, int]", {"a": 1.5}),
        ("tuple[int, int]", (1, 2, 3)),
        ("Row", ("a", 1.5)),
        ("Record", ["a"]),
        ("Literal['a']", "b"),
        ("list[str]", "ab"),
        ("...", 1),
        ("'what is it'", 1),
    ],
)
def test_a_value_does_not_fit(annotation: str, value: object) -> None:
    """Too narrow, empty of meaning, or unreadable."""
    assert not Annotations(parsed(HEAD)).fit(ast.parse(annotation, mode="eval").body, encode(value))


def enough(kind: str, source: str, case: Case, value: object) -> bool:
    """Whether the text says enough for one case."""
    outcome = Outcome("value", encode(value))
    return says_enough(kind, parsed(source), "f", [case], [outcome])  # type: ignore[arg-type]


def test_examples_of_a_docstring_are_read() -> None:
    """The call and the right result, however it is spelled; another result, none, or no call is not enough."""
    source = 'def f(a, b=1):\n    """Add.\n\n    >>> {}\n    {}\n    """\n'
    case = Case(("x", 2.0), {})
    assert enough("documented", source.format("f('x', 2.0)", "[1, 'a']"), case, [1, "a"])
    assert enough("documented", source.format('f( "x",2.0 )', "[1,'a']"), case, [1, "a"])
    assert not enough("documented", source.format("f('x', 2.0)", "[1, 'b']"), case, [1, "a"])
    assert not enough("documented", source.format("f('x', 2.0)", "..."), case, [1, "a"])
    assert not enough("documented", source.format("f('y', 2.0)", "[1, 'a']"), case, [1, "a"])
    assert not enough("documented", source.format("f(" + "(" * 500, "1"), case, 1)
    assert not enough("documented", "def f(a):\n    pass\n", case, 1)
    assert enough("partition", "def f(a):\n    pass\n", case, 1)


def test_annotations_are_held_against_calls() -> None:
    """Arguments by position and by name, defaults that are not passed, and the result."""
    source = "def f(a: int, *, b: str | None = None) -> {}:\n    return a\n"
    assert enough("typed", source.format("list[int]"), Case((1,), {"b": None}), [1])
    assert not enough("typed", source.format("list[int]"), Case((1.5,)), [1])
    assert not enough("typed", source.format("list[int]"), Case((1,), {"b": 2}), [1])
    assert not enough("typed", source.format("int"), Case((1,)), [1])
    assert not enough("typed", "def f(a: int):\n    return a\n", Case((1,)), 1)
    assert not enough("typed", "f = abs\n", Case((1,)), 1)


def test_operations_have_a_budget() -> None:
    """So many times those of the reference, and a few lines; a claim that is no number has none."""
    right = Outcome("value", 1, seen=1000)
    limit = int(BUDGET * 1000 + SLACK)
    assert as_good("performance", right, Outcome("value", 1, seen=limit))
    assert not as_good("performance", right, Outcome("value", 1, seen=limit + 1))
    assert not as_good("performance", right, Outcome("value", 1, seen=None))
    assert not as_good("performance", right, Outcome("value", 1, seen=True))
    assert as_good("resources", Outcome("value", 1, seen=0), Outcome("value", 1, seen=0))
    assert not as_good("resources", Outcome("value", 1, seen=0), Outcome("value", 1, seen=1))
