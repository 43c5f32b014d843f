"""A report is a property of the submission: no repetition, neighbour, worker, burden or road to ruff changes a byte of it."""

import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import pytest
from pydantic import TypeAdapter

from code_review_env.env.analysis.linter import Kind
from code_review_env.env.sandbox.program import Call, Level, Program
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring.report import Report
from code_review_env.env.scoring.score import Scorer, open_scorer

sys.path.insert(0, str(Path(__file__).parents[2] / "exploits"))

from corpus import BANK, Submission, drawn, quick

SUBMISSIONS: Final = 200
RUNS: Final = 3
OLD_JOBS: Final = 1_000
"""After so many for each worker a zygote counts as old; it retires after 5,000."""

TRIVIAL: Final = Program("def f(x):\n    return x\n", "f", ((Call((1,)),),))
REPORT: Final = TypeAdapter(Report)


@dataclass(frozen=True, slots=True)
class Way:
    """How the submissions are judged this time.

    Attributes:
        workers: of the sandbox, and threads that send.
        lint: road to ruff.
        level: confinement.
        burners: processes that do nothing but use CPU.
        seed: order of the submissions, so that each time others run beside and before one.
    """

    workers: int = 1
    lint: Kind = "server"
    level: Level | None = None
    burners: int = 0
    seed: int = 0


@dataclass(slots=True)
class Ledger:
    """What every pass said.

    Attributes:
        first: name of a submission -> the first report.
        rows: a line for each pass.
        different: submissions that some pass reports otherwise, with both reports.
    """

    first: dict[str, bytes] = field(default_factory=dict)
    rows: list[str] = field(default_factory=list)
    different: dict[str, tuple[bytes, bytes]] = field(default_factory=dict)

    def add(self, title: str, told: dict[str, bytes], seconds: float) -> None:
        """Compare a pass with the first one."""
        other = {name: report for name, report in told.items() if self.first.setdefault(name, report) != report}
        self.different |= {name: (self.first[name], report) for name, report in other.items()}
        self.rows.append(f"{title:44}  {len(told):11}  {len(other):9}  {seconds:7.1f}")

    def table(self) -> str:
        """All passes."""
        return "\n".join(
            ["reports, byte for byte without level and CPU time", f"{'pass':44}  submissions  different  seconds", *self.rows]
        )


def told(report: Report) -> bytes:
    """A report without what may differ: the level of confinement and the CPU time. There are no other times in it."""
    return REPORT.dump_json(replace(report, level=None, cpu_s=0.0))


def judged(scorer: Scorer, chosen: list[Submission], way: Way) -> dict[str, bytes]:
    """The report of each submission, judged in an order of this way's own."""
    order = random.Random(way.seed).sample(chosen, len(chosen))  # noqa: S311 - an order, no secret
    with ThreadPoolExecutor(way.workers) as threads, burning(way.burners):
        reports = list(threads.map(lambda one: told(scorer.score(BANK.find(one.task), one.code)), order))
    return {one.name: report for one, report in zip(order, reports, strict=True)}


@contextmanager
def burning(count: int) -> Iterator[None]:
    """Processes that compete for every CPU."""
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


def grow_old(scorer: Scorer, workers: int) -> None:
    """Let every zygote fork until it counts as old."""
    with ThreadPoolExecutor(workers) as threads:
        assert all(one.groups[0][0].value == 1 for one in threads.map(scorer.pool.run, [TRIVIAL] * OLD_JOBS * workers))


@contextmanager
def opened(way: Way) -> Iterator[Scorer]:
    """A scorer of this way, with fresh zygotes."""
    settings = PoolSettings(workers=way.workers, force_level=way.level)
    with open_scorer(settings, lint=way.lint) as scorer:
        yield scorer


def check(ledger: Ledger, title: str, scorer: Scorer, chosen: list[Submission], way: Way) -> None:
    """One pass."""
    began = time.monotonic()
    found = judged(scorer, chosen, way)
    ledger.add(title, found, time.monotonic() - began)


def test_a_report_does_not_depend_on_how_it_was_made() -> None:
    """Two dozen submissions, alone by the command line of ruff and then two at once by its server beside CPU burners."""
    chosen, ledger = quick(24), Ledger()
    for way in (Way(lint="cli"), Way(workers=2, burners=2 * (os.cpu_count() or 1), seed=1)):
        with opened(way) as scorer:
            check(ledger, str(way), scorer, chosen, way)
    assert ledger.different == {}
    assert len(ledger.first) == 24
    assert len(set(ledger.first.values())) > 20


@pytest.mark.proof
def test_two_hundred_reports_are_the_same_in_every_way(print_table: Callable[[str], None]) -> None:
    """Three runs by one and two workers on fresh and old zygotes; beside CPU burners; by ruff's command line; at level B."""
    chosen, ledger = drawn(SUBMISSIONS), Ledger()
    for run, workers in ((run, workers) for run in range(RUNS) for workers in (1, 2)):
        way = Way(workers=workers, seed=2 * run + workers)
        with opened(way) as scorer:
            check(ledger, f"run {run + 1}, {workers} workers, fresh zygotes", scorer, chosen, way)
            grow_old(scorer, workers)
            check(ledger, f"run {run + 1}, {workers} workers, old zygotes", scorer, chosen, replace(way, seed=-way.seed))
    burners = 2 * (os.cpu_count() or 1)
    for title, way in {
        f"2 workers beside {burners} CPU burners": Way(workers=2, burners=burners, seed=10),
        "2 workers, ruff by its command line": Way(workers=2, lint="cli", seed=11),
        "2 workers at level B": Way(workers=2, level=Level.B, seed=12),
    }.items():
        with opened(way) as scorer:
            check(ledger, title, scorer, chosen, way)
    print_table(ledger.table())
    assert Counter(one.sort for one in chosen).keys() == {"exploit", "honest", "original", "oracle"}
    assert ledger.different == {}
    assert len(ledger.first) == SUBMISSIONS
