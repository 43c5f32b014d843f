import random
from collections import deque

import pytest

from code_review_env.tasks.literal import literal
from code_review_env.tasks.mining import Constants
from code_review_env.tasks.mutate import MAX_ITEMS, Mutator
from code_review_env.tasks.shape import fits, shape

VALUES: tuple[object, ...] = (
    [1, 2, 3],
    (1, "a"),
    {"b", "c"},
    frozenset([1]),
    deque([1.5]),
    {"id": 1, "tags": ["x"]},
    {3: "c", 4: "d"},
    [],
    {},
    (),
    [{"id": 1}, {"id": 2}],
    [["a", 1], ["b", 2]],
)


def mutator(*optional: str) -> Mutator:
    """A mutator with a seed of its own."""
    return Mutator(random.Random(3), Constants(optional=frozenset(optional)))  # noqa: S311  reproducible, not secret


@pytest.mark.parametrize("value", VALUES, ids=literal)
def test_changes_and_draws_keep_the_shape(value: object) -> None:
    """Over long chains of changes a value stays what it was, and small."""
    known, found = shape([value]), value
    made = mutator()
    for _ in range(300):
        found = made.vary(found, known)
        assert fits(found, known)
        assert fits(made.draw(known), known)
        assert len(found) <= MAX_ITEMS  # type: ignore[arg-type]


def test_a_list_is_edited_in_every_way() -> None:
    """Shorter, longer, empty, reordered, repeated and with other items."""
    made = mutator()
    found = [made.vary([1, 2, 3], shape([[1, 2, 3]])) for _ in range(400)]
    assert {len(items) for items in found if isinstance(items, list)} >= {0, 2, 3, 4}
    assert [3, 2, 1] in found
    assert [1, 1, 2, 3] in found


def test_a_key_is_dropped_only_where_it_may_lack() -> None:
    """The source provides for a missing `b`, never for a missing `a`."""
    value = {"a": 1, "b": 2}
    made = mutator("b")
    keys = {tuple(made.vary(value, shape([value]))) for _ in range(200)}  # type: ignore[arg-type]
    assert keys == {("a", "b"), ("a",)}


def test_none_turns_into_a_value_that_is_also_shown() -> None:
    """A place that shows None and numbers gets both from either."""
    made, known = mutator(), shape([None, 5])
    assert {type(made.vary(None, known)) for _ in range(200)} == {type(None), int}


def test_nothing_known_gives_none() -> None:
    """An empty shape has no values; the callers never ask for one."""
    assert mutator().draw(()) is None
