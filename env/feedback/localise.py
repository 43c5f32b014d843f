"""Where a failing group goes wrong: statements that failing cases run and passing cases do not.

Spectrum-based fault localisation with the coefficient of Ochiai: of a statement that `ef` failing and `ep` passing cases run,
with `f` failing cases in all, it is ef / sqrt(f * (ef + ep)). Source: Abreu, Zoeteweij, van Gemund, "On the accuracy of
spectrum-based fault localization", 2007.

The result holds rows of the submission alone, the first few of a ranking: no input, no value, no count of cases.
"""

import math
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from code_review_env.env.feedback.statements import Statement, statements
from code_review_env.env.scoring.functional import passes
from code_review_env.env.scoring.gate import Refusal, parse
from code_review_env.env.scoring.report import Report
from code_review_env.env.scoring.score import Scorer, sha256_of
from code_review_env.tasks.task import Task

METHOD: Final = "ochiai"
TOP: Final = 3
"""So many statements are told of each failing group."""

SLOWER: Final = 10
"""A run that watches its lines may take so many times longer."""

CACHED: Final = 1024
DECIMALS: Final = 9
"""Equal counts make equal scores."""


@dataclass(frozen=True, slots=True)
class Case:
    """What one case ran, and whether it passed."""

    group: str
    passed: bool
    lines: frozenset[int]


@dataclass(frozen=True, slots=True)
class Suspect:
    """A statement under suspicion; `rows` are its first and last, 1-based."""

    rows: tuple[int, int]
    score: float


@dataclass(frozen=True, slots=True)
class Localisation:
    """Statements to look at first, for each failing group.

    Attributes:
        submission_sha256: of which text.
        groups: name of the group -> first and last row of at most `TOP` statements, the likeliest first; none where no case of
            the group told which lines it ran.
    """

    submission_sha256: str
    groups: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]


class Localiser:
    """Localises on demand and keeps the last `CACHED` answers. Thread-safe."""

    def __init__(self, scorer: Scorer) -> None:
        self._scorer = scorer
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, str], Localisation] = OrderedDict()

    def of(self, task: Task, report: Report, code: str) -> Localisation:
        """Where the failing groups of a report go wrong; runs the submission once more, watching its lines.

        Args:
            task: what was asked.
            report: of the submission.
            code: the submission.

        Raises:
            Unavailable: our machinery failed.
        """
        failing = frozenset(group.name for group in report.groups if not group.passed)
        key = (task.id, report.submission_sha256)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        found = self._find(task, code, failing)
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > CACHED:
                self._kept.popitem(last=False)
        return found

    def _find(self, task: Task, code: str, failing: frozenset[str]) -> Localisation:
        cases = watch(self._scorer, task, code) if failing else ()
        known = suspects_of(code)
        told = []
        for group in dict.fromkeys(case.group for case in cases if case.group in failing):
            against = [case for case in cases if case.passed or case.group == group]
            told.append((group, tuple(one.rows for one in rank(known, against)[:TOP])))
        return Localisation(sha256_of(code), tuple(told))


def watch(scorer: Scorer, task: Task, code: str) -> tuple[Case, ...]:
    """Run every case and see which lines it runs; nothing for a source that cannot be run.

    Raises:
        Unavailable: our machinery failed.
    """
    parsed = parse(code)
    if isinstance(parsed, Refusal):
        return ()
    reference = scorer.references.of(task)
    limits = replace(reference.program.limits, cpu_s=SLOWER * reference.program.limits.cpu_s)
    program = replace(reference.program, source=parsed.source, decorators=(), limits=limits, trace=True, known={})
    execution = scorer.pool.run(program)
    return tuple(
        Case(expected.group.name, passes(task, expected, at, outcome), frozenset(outcome.lines))
        for expected, outcomes in zip(reference.expected, execution.groups, strict=True)
        for at, outcome in enumerate(outcomes)
    )


def suspects_of(code: str) -> tuple[Statement, ...]:
    """The statements that can be blamed; none where the source does not parse."""
    parsed = parse(code)
    return () if isinstance(parsed, Refusal) else statements(parsed)


def rank(known: Sequence[Statement], cases: Sequence[Case]) -> list[Suspect]:
    """Statements that failing cases ran, the likeliest first, and of equal ones the later.

    Args:
        known: all that can be blamed.
        cases: passing and failing ones.
    """
    failed = [case.lines for case in cases if not case.passed and case.lines]
    passed = [case.lines for case in cases if case.passed]
    found = []
    for statement in known:
        bad = sum(statement.ran(lines) for lines in failed)
        good = sum(statement.ran(lines) for lines in passed)
        if bad:
            score = round(bad / math.sqrt(len(failed) * (bad + good)), DECIMALS)
            found.append(Suspect((statement.first, statement.last), score))
    return sorted(found, key=lambda one: (-one.score, -one.rows[0]))
