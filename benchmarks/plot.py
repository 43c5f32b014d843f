"""A record as one drawing of four charts; a chart whose part was not run is left out."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from code_review_env.benchmarks import engine, floor, growing, growth, rivals, served
from code_review_env.benchmarks.growing import Growing
from code_review_env.benchmarks.record import Record, value
from code_review_env.charts.axes import bars, curves
from code_review_env.charts.svg import Box, page, text

WIDTH: Final = 1000
_MARGIN: Final = 24
_TOP: Final = 44
_HEIGHT: Final = 320

Chart = Callable[[Record, Box], Iterator[str]]


def draw(record: Record) -> str:
    """The drawing as SVG text."""
    machine = record.machine
    head = f"{record.date[:10]}   {machine.cores} x {machine.cpu}   Linux {machine.kernel}   level {record.level}"
    shapes, drawn = [text((_MARGIN, 26), head)], 0
    width = (WIDTH - 3 * _MARGIN) / 2
    for chart in (_beside, _by_size, _by_cases, _crowds):
        place = Box(_MARGIN + drawn % 2 * (width + _MARGIN), _TOP + drawn // 2 * _HEIGHT, width, _HEIGHT - _MARGIN)
        made = list(chart(record, place))
        shapes += made
        drawn += bool(made)
    return page(WIDTH, _TOP + (drawn + 1) // 2 * _HEIGHT, shapes)


def _beside(record: Record, box: Box) -> Iterator[str]:
    """The floor, we, and the others."""
    rows: dict[str, dict[str, float]] = {}
    parts = {floor.SUM: engine.PART}
    subjects = [one.subject for one in record.figures if one.part == rivals.PART and one.metric == "agrees"]
    for subject in (floor.SUM, engine.OURS, *subjects):
        part = parts.get(subject, rivals.PART)
        found = {metric: value(record.figures, part, subject, metric) for metric in ("p50", "CPU")}
        rows[subject] = {metric: number for metric, number in found.items() if number}
    rows = {subject: values for subject, values in rows.items() if values}
    if rows:
        yield from bars(box, "One submission, ms", rows)


def _by_size(record: Record, box: Box) -> Iterator[str]:
    yield from _growth(record, box, growth.SIZE, growing.BY_SIZE)


def _by_cases(record: Record, box: Box) -> Iterator[str]:
    yield from _growth(record, box, growth.CASES, growing.BY_CASES)


def _growth(record: Record, box: Box, part: str, families: tuple[Growing, ...]) -> Iterator[str]:
    series: dict[str, Mapping[int, float]] = {}
    for family in families:
        found = {amount: value(record.figures, part, growth.subject(family, amount), "CPU") for amount in family.amounts}
        series[family.name] = {amount: number for amount, number in found.items() if number}
    series = {name: costs for name, costs in series.items() if costs}
    if series:
        yield from curves(box, f"CPU ms by {part}", families[0].unit, series, log=False)


def _crowds(record: Record, box: Box) -> Iterator[str]:
    """What many clients get, and whether the server still answers."""
    full = list(served.ROADS)[-1]
    wanted = {f"{road}, p50": (road, "p50") for road in served.ROADS} | {f"/health p99 ({full})": (full, "/health p99")}
    series: dict[str, Mapping[int, float]] = {}
    for name, (road, metric) in wanted.items():
        found = {count: value(record.figures, served.PART, served.subject(road, count), metric) for count in served.CLIENTS}
        series[name] = {count: number for count, number in found.items() if number}
    series = {name: costs for name, costs in series.items() if costs}
    if series:
        yield from curves(box, "A step over the network, ms", "clients at once", series, log=True)
