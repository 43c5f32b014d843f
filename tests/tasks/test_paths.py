from collections import deque

import pytest

from code_review_env.tasks.paths import arguments, leaves, parts, rebuilt, replaced, with_arguments
from code_review_env.tasks.task import Case, Tool

NESTED = ([1, ("a", {"k": 2.5})], {3}, deque([None]))


def test_leaves_are_listed_with_their_paths() -> None:
    """Every value that is no container, from left to right."""
    assert dict(leaves(NESTED)) == {(0, 0): 1, (0, 1, 0): "a", (0, 1, 1, 0): 2.5, (1, 0): 3, (2, 0): None}


def test_a_replacement_leaves_the_rest_and_the_original() -> None:
    """Only the named place changes, in a copy."""
    assert replaced(NESTED, (0, 1, 1, 0), "new") == ([1, ("a", {"k": "new"})], {3}, deque([None]))
    assert NESTED[0] == [1, ("a", {"k": 2.5})]


@pytest.mark.parametrize("value", [[1, 2], (1,), {"a": 1, "b": 2}, {2, 1}, frozenset([1]), deque([1]), "ab", None])
def test_a_value_is_rebuilt_from_its_parts(value: object) -> None:
    """`rebuilt` undoes `parts`, type included."""
    assert rebuilt(value, parts(value)) == value
    assert type(rebuilt(value, parts(value))) is type(value)


def test_the_parts_of_a_set_are_sorted() -> None:
    """A set has one order in every process."""
    assert parts({"b", "a", "c"}) == ["a", "b", "c"]


def test_arguments_go_back_into_a_call_with_its_tools() -> None:
    """The pair of positional and keyword arguments is the whole call but for the tools."""
    case = Case((1,), {"k": 2}, {"tar": (Tool(exit=1),)})
    assert arguments(case) == ((1,), {"k": 2})
    assert with_arguments(case, arguments(case)) == case
    with pytest.raises(TypeError, match="pair"):
        with_arguments(case, [1])
