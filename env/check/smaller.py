"""The smallest call that still shows a difference, found by Hypothesis among the calls that are parts of a larger one."""

import random
from collections import deque
from collections.abc import Callable
from itertools import compress
from typing import Any, Final

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from code_review_env.tasks.literal import literal
from code_review_env.tasks.task import Case

MOST_CALLS: Final = 600
"""Calls that one search may try."""

_ROUNDS: Final = 3
_SETTINGS: Final = settings(
    max_examples=300,
    database=None,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
_KEPT: Final = st.integers(0, 9).map(bool)
"""Most parts stay at first, so that the whole call comes up soon; towards zero they are left out."""

_Strategy = st.SearchStrategy[Any]


def smallest(case: Case, differs: Callable[[Case], bool]) -> Case:
    """A call no larger than `case` for which `differs` is true.

    Args:
        case: a call for which it is true.
        differs: the same answer for the same call.
    """
    budget = _Budget(differs)
    for _ in range(_ROUNDS):
        smaller = _once(case, budget)
        if smaller == case:
            break
        case = smaller
    return case


class _Budget:
    """Answers each call once, and no after `MOST_CALLS`."""

    def __init__(self, differs: Callable[[Case], bool]) -> None:
        self._differs = differs
        self._known: dict[str, bool] = {}

    def __call__(self, case: Case) -> bool:
        key = case.call("f")
        if key not in self._known:
            self._known[key] = len(self._known) < MOST_CALLS and self._differs(case)
        return self._known[key]


def _once(case: Case, differs: Callable[[Case], bool]) -> Case:
    parts = st.builds(
        lambda args, kwargs: Case(tuple(args), dict(zip(case.kwargs, kwargs, strict=True))),
        st.tuples(*map(_part, case.args)),
        st.tuples(*map(_part, case.kwargs.values())),
    )
    try:
        found: Case = find(parts, differs, settings=_SETTINGS, random=random.Random(0))  # noqa: S311 - repeatable
    except NoSuchExample:
        return case
    return found


def _part(value: Any) -> _Strategy:  # noqa: ANN401 - an argument is of any type
    """The value itself, most of the time, or something smaller of its type."""
    match value:
        case bool():
            return st.sampled_from([False, value, value, value])
        case int():
            return _towards(value, [0, 1, 2, -1, value // 10, value // 2, value - 1, value + 1])
        case float():
            return _towards(value, [0.0, 1.0, -1.0])
        case str():
            return _some(list(value)).map("".join)
        case bytes():
            return _some(list(value)).map(bytes)
    return _container(value)


def _container(value: Any) -> _Strategy:  # noqa: ANN401 - as above
    kind = type(value)
    if kind is dict:
        return _some([(key, _part(item)) for key, item in value.items()]).flatmap(
            lambda some: st.fixed_dictionaries(dict(some))
        )
    if kind in {set, frozenset}:
        return _some(sorted(value, key=literal)).map(kind)
    if kind in {list, tuple, deque}:
        return _some(list(map(_part, value))).flatmap(lambda some: st.tuples(*some)).map(kind)
    return st.just(value)


def _towards(value: float, smaller: list[float]) -> _Strategy:
    simpler = sorted({one for one in smaller if abs(one) <= abs(value) and one != value}, key=lambda one: (abs(one), one < 0))
    return st.sampled_from([*simpler, *[value] * (4 * len(simpler) + 1)])


def _some(parts: list[Any]) -> st.SearchStrategy[list[Any]]:
    return st.tuples(*[_KEPT for _ in parts]).map(lambda kept: list(compress(parts, kept)))
