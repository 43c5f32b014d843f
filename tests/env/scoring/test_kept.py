"""Values that take long to make."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from code_review_env.env.scoring.kept import Kept


def test_a_burst_makes_a_value_once() -> None:
    """The others wait for the first and get its value."""
    kept: Kept[int] = Kept(2)
    made, began = [], threading.Barrier(8)

    def make() -> int:
        made.append(threading.get_ident())
        return len(made)

    def ask(_: int) -> int:
        began.wait()
        return kept.of("a", make)

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(ask, range(8))) == {1}
    assert len(made) == 1


def test_what_was_asked_for_longest_ago_is_forgotten() -> None:
    """Only so many are kept."""
    kept: Kept[str] = Kept(2)
    for key in ("a", "b", "a", "c"):
        kept.of(key, lambda key=key: key)
    assert [kept.of(key, lambda: "made anew") for key in ("a", "c", "b")] == ["a", "c", "made anew"]


def test_a_failure_and_an_unsound_value_are_not_kept() -> None:
    """The next caller tries again."""
    kept: Kept[int] = Kept(2)
    with pytest.raises(ZeroDivisionError):
        kept.of("a", lambda: 1 // 0)
    assert kept.of("a", lambda: 1, sound=lambda value: value > 1) == 1
    assert kept.of("a", lambda: 2) == 2
    assert kept.of("a", lambda: 3) == 2
