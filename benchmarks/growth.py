"""How the cost of a submission grows with the size of its source and with the number of its cases."""

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Final

from code_review_env.benchmarks import engine, growing
from code_review_env.benchmarks.corpus import Submission
from code_review_env.benchmarks.cpu import REAPED, metered
from code_review_env.benchmarks.growing import Growing
from code_review_env.benchmarks.record import Figure, Target, value
from code_review_env.benchmarks.rig import Rig
from code_review_env.benchmarks.sides import MS
from code_review_env.charts.line import Line, excess
from code_review_env.env.scoring.score import Scorer
from code_review_env.tasks.task import Task

SIZE: Final = "size"
CASES: Final = "cases"

EXCESS: Final = 1.2
"""What the largest may cost above the line through the others; CPU is measured to within some 10 %."""

Costs = dict[int, list[tuple[float, float]]]
"""Wall and CPU seconds of every submission, by amount."""


def measure_size(rig: Rig) -> Iterator[Figure]:
    """Run the part about source size."""
    for one in growing.BY_SIZE:
        yield from _figures(SIZE, one, _costs(one, rig))


def measure_cases(rig: Rig) -> Iterator[Figure]:
    """Run the part about the number of cases."""
    for one in growing.BY_CASES:
        yield from _figures(CASES, one, _costs(one, rig))


def _costs(family: Growing, rig: Rig) -> Costs:
    setting = rig.setting
    tasks = {amount: family.make(amount) for amount in family.amounts[: setting.amounts]}
    found: Costs = defaultdict(list)
    scorer = engine.warm(rig.scorer(1), tasks.values())
    for number in range(1, setting.rounds + 1):
        setting.say(f"{family.name}: round {number} of {setting.rounds}")
        for text in range(setting.texts):
            for amount, task in tasks.items():
                found[amount].append(_cost(scorer, task, f"# {number}.{text}\n{task.reference}"))
    return found


def _cost(scorer: Scorer, task: Task, code: str) -> tuple[float, float]:
    """Wall and CPU seconds; the child's CPU as the sandbox tells it, because the kernel counts the dead in ticks."""
    with metered() as cpu:
        began = time.perf_counter()
        report = engine.judged(scorer, Submission(task, code)).report
        wall = time.perf_counter() - began
    return wall, report.cpu_s + sum(seconds for kind, seconds in cpu.items() if kind != REAPED)


def _figures(part: str, family: Growing, costs: Costs) -> Iterator[Figure]:
    cpus = {amount: median(cpu for _, cpu in pairs) * MS for amount, pairs in costs.items()}
    for amount, pairs in costs.items():
        yield Figure(
            part=part, subject=subject(family, amount), metric="p50", unit="ms", value=median(wall for wall, _ in pairs) * MS
        )
        yield Figure(part=part, subject=subject(family, amount), metric="CPU", unit="ms", value=cpus[amount])
    yield from _line(part, family, cpus)


def subject(family: Growing, amount: int) -> str:
    """How tables call an amount."""
    return f"{family.name}, {amount:,} {family.unit}"


def _line(part: str, family: Growing, cpus: Mapping[int, float]) -> Iterator[Figure]:
    line = Line.through(cpus)
    for metric, unit, number in (
        ("base", "ms", line.base),
        ("slope", f"us a {family.unit.removesuffix('s')}", line.slope * 1000),
        ("deviation", "%", line.deviation(cpus) * 100),
        ("largest / foretold", "", excess(cpus)),
    ):
        yield Figure(part=part, subject=_line_name(family), metric=metric, unit=unit, value=number)


def _line_name(family: Growing) -> str:
    return f"{family.name}, line"


def size_targets(found: Sequence[Figure]) -> Iterator[Target]:
    """Linear growth in the source."""
    return _linear(SIZE, growing.BY_SIZE, found)


def cases_targets(found: Sequence[Figure]) -> Iterator[Target]:
    """Linear growth in the cases, and the price of one."""
    yield from _linear(CASES, growing.BY_CASES, found)
    slope = value(found, CASES, _line_name(growing.BY_CASES[0]), "slope")
    if slope is not None:
        yield Target(name="us of CPU for a further case", at_most=12.0, value=slope)


def _linear(part: str, families: Sequence[Growing], found: Sequence[Figure]) -> Iterator[Target]:
    for one in families:
        over = value(found, part, _line_name(one), "largest / foretold")
        if over is not None:
            name = f"CPU at {one.amounts[-1]:,} {one.unit} ({one.name}) / line through the smaller ones"
            yield Target(name=name, at_most=EXCESS, value=over)
