"""Everything that is computed from a report and can therefore be computed again: the one place that does it."""

from dataclasses import dataclass
from typing import Final

from code_review_env.env.feedback.bundle import WHOLE_FILE, diagnostics_of, scope_of
from code_review_env.env.scoring import integrity
from code_review_env.env.scoring.report import Report
from code_review_env.env.scoring.reward import Reward, judge
from code_review_env.potential import Components
from code_review_env.tasks.curriculum import Curriculum

REFUSED: Final = frozenset({"unparsable", "empty", "oversize"})
"""Verdicts of the gate: nothing ran, and no analyser could read the text."""


@dataclass(frozen=True, slots=True)
class Derived:
    """What a report is worth.

    Attributes:
        reward: both schemes.
        components: of the state that the submission is, for the process reward.
    """

    reward: Reward
    components: Components


def derived(report: Report, curriculum: Curriculum) -> Derived:
    """Compute all of it.

    Args:
        report: all facts.
        curriculum: constants.
    """
    return Derived(judge(report, curriculum), components_of(report, curriculum))


def components_of(report: Report, curriculum: Curriculum) -> Components:
    """The measured components of a state.

    D counts the findings of the stage that can be fixed and what the type checker found. S is the share that holds of: the
    file parses, it is the same function, it is honest, its run had no fault. A is 1 for a whole file. E is 1 where the file
    was refused or an analyser gave no answer.
    """
    silent = report.verdict in REFUSED or report.types is None
    return Components(
        d=None if silent else float(sum(not one.unfixable for one in diagnostics_of(report))),
        s=_readiness(report),
        a=WHOLE_FILE,
        e=float(silent),
        scope=scope_of(report, curriculum.stage(report.stage)),
    )


def _readiness(report: Report) -> float:
    """S, in [0, 1]."""
    if report.verdict in REFUSED:
        return 0.0
    same = all(check.ok for check in report.identity if check.name not in integrity.NAMES)
    honest = all(check.ok for check in report.identity if check.name in integrity.NAMES)
    return sum((True, same, honest, report.verdict == "ok")) / 4
