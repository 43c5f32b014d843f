"""Means in [0, 1] with their intervals, one below the other."""

from collections.abc import Iterator, Mapping
from typing import Final

from code_review_env.charts.axes import COLOURS, Scale
from code_review_env.charts.svg import FAINT, LARGE, Box, bar, path, text

LABELS: Final = 150
ROW: Final = 28
_TITLE: Final = 26
_TICKS: Final = 5

Mean = tuple[float, float, float]
"""A mean, and the lower and upper end of its interval."""


def height(rows: int) -> int:
    """Pixels that a chart of so many rows takes."""
    return _TITLE + ROW * rows + 20


def intervals(box: Box, title: str, rows: Mapping[str, Mean]) -> Iterator[str]:
    """A bar to each mean and a whisker over its interval, on an axis from 0 to 1."""
    field = Box(box.left + LABELS, box.top + _TITLE, box.width - LABELS - 60, ROW * len(rows))
    scale = Scale(0.0, 1.0, field.left, field.right, log=False)
    yield text((box.left, box.top + 14), title, size=LARGE, bold=True)
    for tick in (at / _TICKS for at in range(_TICKS + 1)):
        yield path([(scale.at(tick), field.top), (scale.at(tick), field.bottom)], FAINT)
        yield text((scale.at(tick), field.bottom + 14), f"{tick:.1f}", anchor="middle")
    for at, (label, (mean, low, high)) in enumerate(rows.items()):
        middle = field.top + at * ROW + ROW / 2
        yield text((field.left - 8, middle + 4), label, anchor="end")
        yield bar(Box(field.left, middle - 8, max(scale.at(mean) - field.left, 1), 16), COLOURS[0])
        yield path([(scale.at(low), middle), (scale.at(high), middle)], COLOURS[1])
        for end in (low, high):
            yield path([(scale.at(end), middle - 4), (scale.at(end), middle + 4)], COLOURS[1])
        yield text((field.right + 8, middle + 4), f"{mean:.3f}")
