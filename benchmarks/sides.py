"""Ways to treat the same submissions, measured in turns so that a drift of the machine hits all of them alike."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Final, Protocol

from code_review_env.benchmarks.corpus import Submission
from code_review_env.benchmarks.cpu import metered
from code_review_env.benchmarks.record import Figure
from code_review_env.benchmarks.setting import Setting

CHUNK: Final = 50
"""Submissions that one side treats before the next side has its turn."""

MS: Final = 1000.0


@dataclass(slots=True)
class Sample:
    """What one side needed for some submissions.

    Attributes:
        walls_s: seconds of each.
        total_s: seconds of all, less than their sum where several run at once.
        cpu_s: CPU seconds of all, by kind of process.
        passed: whether each behaved as it should, where the side says so.
    """

    walls_s: list[float] = field(default_factory=list)
    total_s: float = 0.0
    cpu_s: dict[str, float] = field(default_factory=dict)
    passed: list[bool] = field(default_factory=list)

    def add(self, other: "Sample") -> None:
        """Take in a further sample of the same side."""
        self.walls_s += other.walls_s
        self.total_s += other.total_s
        self.passed += other.passed
        for name, seconds in other.cpu_s.items():
            self.cpu_s[name] = self.cpu_s.get(name, 0.0) + seconds


@dataclass(frozen=True, slots=True)
class Series:
    """One sample of the whole corpus for each round; figures are medians over submissions or over rounds."""

    rounds: tuple[Sample, ...]

    @property
    def p50_ms(self) -> float:
        """Median of all submissions."""
        return median(self._walls) * MS

    @property
    def p95_ms(self) -> float:
        """95th percentile of all submissions."""
        return quantiles(self._walls, n=20)[-1] * MS

    @property
    def per_s(self) -> float:
        """Submissions a second."""
        return median(len(one.walls_s) / one.total_s for one in self.rounds)

    @property
    def cpu_ms(self) -> float:
        """CPU milliseconds a submission, of all processes."""
        return median(sum(one.cpu_s.values()) * MS / len(one.walls_s) for one in self.rounds)

    @property
    def cpu_by_kind_ms(self) -> dict[str, float]:
        """CPU milliseconds a submission, by kind of process."""
        kinds = sorted({kind for one in self.rounds for kind in one.cpu_s})
        return {kind: median(one.cpu_s.get(kind, 0.0) * MS / len(one.walls_s) for one in self.rounds) for kind in kinds}

    def agreement(self, other: "Series") -> float:
        """Share of submissions that both let pass or both do not."""
        pairs = [pair for mine, theirs in zip(self.rounds, other.rounds, strict=True) for pair in _pairs(mine, theirs)]
        return sum(one is another for one, another in pairs) / len(pairs)

    @property
    def _walls(self) -> list[float]:
        return [wall for one in self.rounds for wall in one.walls_s]


def _pairs(one: Sample, other: Sample) -> Iterator[tuple[bool, bool]]:
    return zip(one.passed, other.passed, strict=True)


class Side(Protocol):
    """One way to treat submissions."""

    @property
    def name(self) -> str:
        """How tables call it."""

    def treat(self, submissions: Sequence[Submission]) -> Sample:
        """Treat all of them and tell what it took."""


@dataclass(frozen=True, slots=True)
class Each:
    """A side that is one function called for each submission, on some threads; it tells whether the submission passes."""

    name: str
    handle: Callable[[Submission], bool]
    at_once: int = 1

    def treat(self, submissions: Sequence[Submission]) -> Sample:
        """Call the function for every submission."""
        with metered() as cpu:
            began = time.perf_counter()
            timed = self._timed_all(submissions)
            total = time.perf_counter() - began
        return Sample([wall for wall, _ in timed], total, cpu, [passed for _, passed in timed])

    def _timed_all(self, submissions: Sequence[Submission]) -> list[tuple[float, bool]]:
        if self.at_once == 1:
            return [self._timed(one) for one in submissions]
        with ThreadPoolExecutor(self.at_once) as threads:
            return list(threads.map(self._timed, submissions))

    def _timed(self, submission: Submission) -> tuple[float, bool]:
        began = time.perf_counter()
        passed = self.handle(submission)
        return time.perf_counter() - began, passed


def compare(sides: Sequence[Side], submissions: Sequence[Submission], setting: Setting) -> dict[str, Series]:
    """Every side on all submissions, chunk by chunk in turns, so many rounds; the series of each side by its name."""
    rounds = []
    for number in range(1, setting.rounds + 1):
        setting.say(f"round {number} of {setting.rounds}")
        rounds.append(_round(sides, submissions))
    return {side.name: Series(tuple(one[side.name] for one in rounds)) for side in sides}


def _round(sides: Sequence[Side], submissions: Sequence[Submission]) -> dict[str, Sample]:
    samples = {side.name: Sample() for side in sides}
    for at in range(0, len(submissions), CHUNK):
        for side in sides:
            samples[side.name].add(side.treat(submissions[at : at + CHUNK]))
    return samples


def figures(part: str, name: str, series: Series) -> Iterator[Figure]:
    """The four figures that every side has."""
    yield Figure(part=part, subject=name, metric="p50", unit="ms", value=series.p50_ms)
    yield Figure(part=part, subject=name, metric="p95", unit="ms", value=series.p95_ms)
    yield Figure(part=part, subject=name, metric="CPU", unit="ms", value=series.cpu_ms)
    yield Figure(part=part, subject=name, metric="throughput", unit="1/s", value=series.per_s)
