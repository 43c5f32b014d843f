"""The parts of the benchmark by name: each measures figures and says which targets they speak to."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from code_review_env.benchmarks import engine, feedback, growth, large, medium, rivals, served, startup
from code_review_env.benchmarks.record import Figure, Left, Target
from code_review_env.benchmarks.rig import Rig
from code_review_env.benchmarks.serving import NotServing
from code_review_env.env.errors import CodeReviewError


@dataclass(frozen=True, slots=True)
class Part:
    """One part.

    Attributes:
        title: what its progress is told under.
        measure: gives figures, or what could not be measured.
        targets: ratios that its figures allow.
    """

    title: str
    measure: Callable[[Rig], Iterator[Figure | Left]]
    targets: Callable[[Sequence[Figure]], Iterator[Target]]


PARTS: Final[Mapping[str, Part]] = {
    engine.PART: Part("the engine against the floor", engine.measure, engine.targets),
    rivals.PART: Part("beside what others do", rivals.measure, rivals.targets),
    growth.SIZE: Part("cost by source size", growth.measure_size, growth.size_targets),
    growth.CASES: Part("cost by number of cases", growth.measure_cases, growth.cases_targets),
    large.PART: Part("large tasks against the floor", large.measure, large.targets),
    feedback.PART: Part("feedback beside the engine", feedback.measure, feedback.targets),
    medium.PART: Part("calls that start programs, virtual against real", medium.measure, medium.targets),
    served.PART: Part("over HTTP and WebSocket", served.measure, served.targets),
    startup.PART: Part("start of pool and server", startup.measure, startup.targets),
}


@dataclass(frozen=True, slots=True)
class Found:
    """What the parts that were run found."""

    figures: tuple[Figure, ...]
    left: tuple[Left, ...]
    targets: tuple[Target, ...]


def run(names: Sequence[str], rig: Rig, parts: Mapping[str, Part] = PARTS) -> Found:
    """Run parts in the given order; one that this machine cannot run is left out with the reason."""
    rows: list[Figure | Left] = []
    for number, name in enumerate(names, 1):
        rig.setting.say(f"==> {name}: {parts[name].title} ({number} of {len(names)})")
        try:
            rows += parts[name].measure(rig)
        except (CodeReviewError, NotServing) as error:
            rows.append(Left(part=name, subject="the whole part", reason=str(error)))
    figures = tuple(row for row in rows if isinstance(row, Figure))
    left = tuple(row for row in rows if isinstance(row, Left))
    return Found(figures, left, tuple(target for name in names for target in parts[name].targets(figures)))
