"""What a hunk is worth."""

import pytest

from code_review_env.env.feedback.hunks import MOST_HUNKS, attribution


def lines(*changed: int, count: int = 12) -> str:
    """A file of numbered lines, with some of them changed; every other line stays, so each change is a hunk."""
    return "".join(f"{'new' if at in changed else 'old'} {at}\n" for at in range(count))


def changes(text: str) -> set[int]:
    """The changed lines of a variant."""
    return {int(line.split()[1]) for line in text.splitlines() if line.startswith("new")}


def test_independent_changes_are_worth_what_they_add() -> None:
    """Where values only add up, the Shapley value is each one's own."""
    worth = {1: 0.3, 4: 0.1, 7: -0.2}
    found = attribution(lines(), lines(*worth), lambda text: sum(worth[at] for at in changes(text)))
    assert found.worth == pytest.approx((0.3, 0.1, -0.2))
    assert (found.method, found.scored) == ("exact", 8)


def test_changes_that_need_each_other_share() -> None:
    """Two hunks that earn only together get half each, and the shares add up to the whole."""
    found = attribution(lines(), lines(1, 4, 7), lambda text: float({1, 4} <= changes(text)))
    assert found.worth == pytest.approx((0.5, 0.5, 0.0))
    assert sum(found.worth) == pytest.approx(found.after - found.before)


def test_many_changes_are_left_out_one_by_one() -> None:
    """Above five hunks there are n + 2 variants."""
    places = (0, 2, 4, 6, 8, 10)
    found = attribution(lines(), lines(*places), lambda text: len(changes(text)) / 10)
    assert found.method == "leave-one-out"
    assert found.scored == len(places) + 2
    assert found.worth == pytest.approx((0.1,) * len(places))


def test_variants_are_made_of_whole_hunks() -> None:
    """Inserted and deleted lines come and go with their hunk."""
    seen: set[str] = set()
    attribution("a\nb\nc\n", "a\nc\nd\n", lambda text: float(len(seen.add(text) or text)))
    assert seen == {"a\nb\nc\n", "a\nc\n", "a\nb\nc\nd\n", "a\nc\nd\n"}


def test_too_many_changes_are_refused() -> None:
    """With the count in the message."""
    places = range(0, 2 * MOST_HUNKS + 2, 2)
    with pytest.raises(ValueError, match="25 separate changes"):
        attribution(lines(count=60), lines(*places, count=60), len)
