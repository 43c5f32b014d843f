"""Charts in a box: bars on a logarithmic axis, and curves over amounts."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from code_review_env.charts.line import Line
from code_review_env.charts.svg import FAINT, LARGE, Box, Point, bar, dot, number, path, text

COLOURS: Final = ("#2563eb", "#d97706", "#059669", "#9333ea")
_LABELS: Final = 190
"""Pixels for the names beside bars."""

_TITLE: Final = 26
_TICKS: Final = 18


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to pixels."""

    low: float
    high: float
    start: float
    end: float
    log: bool

    def at(self, value: float) -> float:
        """Where a value lies."""
        low, high, here = (math.log10(one) if self.log else one for one in (self.low, self.high, value))
        return self.start + (here - low) / (high - low) * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Round values to mark: powers of ten, or five steps."""
        if not self.log:
            step = _round((self.high - self.low) / 4)
            return [step * count for count in range(int(self.high / step) + 1)]
        return [10.0**power for power in range(math.ceil(math.log10(self.low)), math.floor(math.log10(self.high)) + 1)]


def _round(step: float) -> float:
    """1, 2 or 5 times a power of ten, not below `step`."""
    power: float = 10.0 ** math.floor(math.log10(step))
    return next(times * power for times in (1, 2, 5, 10) if times * power >= step)


def _decades(values: Sequence[float]) -> tuple[float, float]:
    """The powers of ten around values."""
    return 10.0 ** math.floor(math.log10(min(values))), 10.0 ** math.ceil(math.log10(max(values)))


def bars(box: Box, title: str, rows: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    """For each row a bar for each of its positive values, on a logarithmic axis from the left."""
    names = list(dict.fromkeys(name for values in rows.values() for name in values))
    low, high = _decades([value for values in rows.values() for value in values.values()])
    field = Box(box.left + _LABELS, box.top + _TITLE + _TICKS, box.width - _LABELS - 40, box.height - _TITLE - 2 * _TICKS)
    scale = Scale(low, high, field.left, field.right, log=True)
    yield from _heading(box, title, names)
    for tick in scale.ticks():
        yield path([(scale.at(tick), field.top), (scale.at(tick), field.bottom)], FAINT)
        yield text((scale.at(tick), field.bottom + 14), number(tick), anchor="middle")
    height = field.height / len(rows)
    for at, (label, values) in enumerate(rows.items()):
        top = field.top + at * height
        yield text((field.left - 8, top + height / 2 + 4), label, anchor="end")
        thick = height * 0.8 / len(names)
        for place, (name, value) in enumerate(values.items()):
            one = Box(field.left, top + height * 0.1 + place * thick, max(scale.at(value) - field.left, 1), thick - 1)
            yield bar(one, COLOURS[names.index(name)])
            yield text((one.right + 4, one.top + thick / 2 + 4), number(value))


def curves(box: Box, title: str, unit: str, series: Mapping[str, Mapping[int, float]], *, log: bool) -> Iterator[str]:
    """Dots over amounts. On linear axes beside the straight line through them, on logarithmic ones joined."""
    amounts = [amount for costs in series.values() for amount in costs]
    costs = [cost for values in series.values() for cost in values.values()]
    field = Box(box.left + 50, box.top + _TITLE + _TICKS, box.width - 80, box.height - _TITLE - 3 * _TICKS)
    low, high = _decades(costs) if log else (0.0, max(costs) * 1.05)
    across = Scale(min(amounts) if log else 0.0, max(amounts), field.left, field.right, log=log)
    up = Scale(low, high, field.bottom, field.top, log=log)
    yield from _heading(box, title, list(series))
    for tick in up.ticks():
        yield path([(field.left, up.at(tick)), (field.right, up.at(tick))], FAINT)
        yield text((field.left - 6, up.at(tick) + 4), number(tick), anchor="end")
    for amount in sorted(set(amounts)) if log else across.ticks():
        yield text((across.at(amount), field.bottom + 16), number(amount), anchor="middle")
    yield text((field.right, field.bottom + 32), unit, anchor="end")
    for at, values in enumerate(series.values()):
        points: list[Point] = [(across.at(amount), up.at(cost)) for amount, cost in sorted(values.items())]
        if log:
            yield path(points, COLOURS[at])
        elif len(points) > 1:
            line, ends = Line.through(values), (min(values), max(values))
            yield path([(across.at(amount), up.at(line.at(amount))) for amount in ends], COLOURS[at], dashed=True)
        yield from (dot(point, COLOURS[at]) for point in points)


def _heading(box: Box, title: str, names: Sequence[str]) -> Iterator[str]:
    yield text((box.left, box.top + 14), title, size=LARGE, bold=True)
    left = box.left
    for at, name in enumerate(names):
        yield bar(Box(left, box.top + _TITLE - 3, 10, 10), COLOURS[at])
        yield text((left + 14, box.top + _TITLE + 6), name)
        left += 28 + 6.2 * len(name)
