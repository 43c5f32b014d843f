"""What each change of a submission is worth: the Shapley value of the reward over its hunks, by scoring real variants.

Source: Shapley, "A Value for n-Person Games", 1953.
"""

import difflib
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

MOST_EXACT: Final = 5
"""Hunks up to which every subset is scored, 32 variants; above, each hunk is left out once."""
MOST_HUNKS: Final = 24

Value = Callable[[str], float]


@dataclass(frozen=True, slots=True)
class Hunk:
    """One run of changed lines; 0-based, ends excluded.

    Attributes:
        old: span in the original.
        new: span in the submission.
    """

    old: tuple[int, int]
    new: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Attribution:
    """Shares of the reward.

    Attributes:
        hunks: in order of the file.
        worth: of each hunk, `(len(hunks),)`; with `exact` they add up to `after - before`.
        before: reward of the original.
        after: reward of the submission.
        method: every subset was scored, or each hunk was left out once.
        scored: variants that were scored.
    """

    hunks: tuple[Hunk, ...]
    worth: tuple[float, ...]
    before: float
    after: float
    method: Literal["exact", "leave-one-out"]
    scored: int


def attribution(original: str, submitted: str, value: Value) -> Attribution:
    """Share the reward out among the hunks.

    Args:
        original: source before.
        submitted: source after.
        value: reward of a source; asked once for each variant.

    Raises:
        ValueError: more than `MOST_HUNKS` hunks.
    """
    before, after = original.splitlines(keepends=True), submitted.splitlines(keepends=True)
    hunks = tuple(_hunks(before, after))
    if len(hunks) > MOST_HUNKS:
        message = f"{len(hunks)} separate changes; at most {MOST_HUNKS} are told apart"
        raise ValueError(message)
    exact = len(hunks) <= MOST_EXACT
    values = {taken: value("".join(_mixed(before, after, hunks, taken))) for taken in _subsets(len(hunks), exact=exact)}
    whole = frozenset(range(len(hunks)))
    share = _shapley if exact else _left_out
    worth = tuple(share(at, values, len(hunks)) for at in range(len(hunks)))
    method: Literal["exact", "leave-one-out"] = "exact" if exact else "leave-one-out"
    return Attribution(hunks, worth, values[frozenset()], values[whole], method, len(values))


def _hunks(before: list[str], after: list[str]) -> Iterator[Hunk]:
    for tag, *spans in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            yield Hunk((spans[0], spans[1]), (spans[2], spans[3]))


def _subsets(count: int, *, exact: bool) -> set[frozenset[int]]:
    whole = frozenset(range(count))
    if exact:
        return {frozenset(taken) for size in range(count + 1) for taken in combinations(range(count), size)}
    return {frozenset(), whole, *(whole - {at} for at in whole)}


def _mixed(before: list[str], after: list[str], hunks: tuple[Hunk, ...], taken: frozenset[int]) -> Iterator[str]:
    """Lines of the original with the taken hunks applied."""
    at = 0
    for place, hunk in enumerate(hunks):
        yield from before[at : hunk.old[0]]
        yield from after[slice(*hunk.new)] if place in taken else before[slice(*hunk.old)]
        at = hunk.old[1]
    yield from before[at:]


def _shapley(at: int, values: dict[frozenset[int], float], count: int) -> float:
    """Mean of what the hunk adds, over all orders in which the hunks may come."""
    total = 0.0
    for taken, value in values.items():
        if at not in taken:
            orders = math.factorial(len(taken)) * math.factorial(count - len(taken) - 1)
            total += orders / math.factorial(count) * (values[taken | {at}] - value)
    return total


def _left_out(at: int, values: dict[frozenset[int], float], count: int) -> float:
    whole = frozenset(range(count))
    return values[whole] - values[whole - {at}]
