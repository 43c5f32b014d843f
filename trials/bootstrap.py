"""How far a mean can be trusted, when tasks of one family resemble one another.

The families are drawn again with replacement, not the episodes. An episode of a curriculum belongs to one family for each
stage; it counts as often as all of them were drawn together (the product of their counts). Source: A. B. Owen, "The
pigeonhole bootstrap", Annals of Applied Statistics 1 (2007).
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

RESAMPLES: Final = 2000
"""Enough for the ends of a 95 % interval to be steady to about a percentage point."""

LEVEL: Final = 0.95

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Sample:
    """A number and the families that it comes from: axis (a stage) -> family."""

    families: Mapping[str, str]
    value: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its interval, and how many numbers it is of."""

    mean: float
    interval: Interval
    count: int


UNIT: Final[Interval] = (0.0, 1.0)
CHANGE: Final[Interval] = (-1.0, 1.0)
"""Ranges of a rate, and of the difference of two."""


def estimate(samples: Sequence[Sample], span: Interval | None = UNIT, seed: int = 0) -> Estimate | None:
    """The mean of the samples with a 95 % interval; equal arguments give equal results.

    Args:
        samples: numbers with their families; None comes of none.
        span: least and most of a rate or of a difference of rates; None for other numbers.
        seed: of the draws.
    """
    if not samples:
        return None
    mean = sum(sample.value for sample in samples) / len(samples)
    same = len({sample.value for sample in samples}) == 1
    draw = random.Random(seed)  # noqa: S311 - a draw, no secret
    found = _unanimous(samples, span) if same and span else _resampled(samples, draw)
    return Estimate(mean, found, len(samples))


def _unanimous(samples: Sequence[Sample], span: Interval) -> Interval:
    """The interval where all numbers are equal, which no resample would ever doubt.

    Another number may still stand behind families that were not seen: up to the share that would be missed with a chance of
    2.5 % (the exact interval of Clopper and Pearson for 0 of n), each apart from the others by 1 at most.
    """
    families = min(len(found) for found in _axes(samples).values())
    reach = 1 - ((1 - LEVEL) / 2) ** (1 / families)
    value = samples[0].value
    return max(span[0], value - reach), min(span[1], value + reach)


def _resampled(samples: Sequence[Sample], draw: random.Random) -> Interval:
    axes = {axis: sorted(families) for axis, families in _axes(samples).items()}
    cells = _cells(samples)
    means = []
    for _ in range(RESAMPLES):
        drawn = Counter((axis, one) for axis, families in axes.items() for one in draw.choices(families, k=len(families)))
        weights = [prod(map(drawn.__getitem__, cell)) for cell in cells]
        total = sum(weight * count for weight, (count, _) in zip(weights, cells.values(), strict=True))
        if total:
            means.append(sum(weight * amount for weight, (_, amount) in zip(weights, cells.values(), strict=True)) / total)
    means.sort()
    tail = (1 - LEVEL) / 2
    return means[int(tail * len(means))], means[min(int((1 - tail) * len(means)), len(means) - 1)]


def _cells(samples: Sequence[Sample]) -> dict[tuple[tuple[str, str], ...], tuple[int, float]]:
    """Samples of the same families taken together: how many, and their sum."""
    found: dict[tuple[tuple[str, str], ...], tuple[int, float]] = {}
    for sample in samples:
        cell = tuple(sample.families.items())
        count, amount = found.get(cell, (0, 0.0))
        found[cell] = count + 1, amount + sample.value
    return found


def _axes(samples: Sequence[Sample]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for sample in samples:
        for axis, family in sample.families.items():
            found.setdefault(axis, set()).add(family)
    return found
