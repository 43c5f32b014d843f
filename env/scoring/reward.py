"""From facts to numbers: pure arithmetic over a Report, replayable without a sandbox.

Two schemes. `seed` is the specification's: the gate times half the groups passed and half the quality, rescaled into
(0, 1). `improvement` pays only what the submission changed for the better, so doing nothing earns 0.
"""

from dataclasses import dataclass

from code_review_env.env.analysis.ruff import SYNTAX
from code_review_env.env.scoring.report import Report
from code_review_env.tasks.curriculum import Curriculum, Stage


@dataclass(frozen=True, slots=True)
class Reward:
    """Every number that a Report is worth.

    Attributes:
        identity: 1.0 when all gate checks hold, else 0.0.
        functional: share of groups passed, in [0, 1].
        quality: lint half, in [0, 1].
        raw: identity * (weighted functional + weighted quality), in [0, 1].
        seed: rescaled raw, in [0.01, 0.99].
        improvement: identity * functional^2 * share of the mess removed, in [0, 1].
        cleared: the seed reward reaches the clear line.
    """

    identity: float
    functional: float
    quality: float
    raw: float
    seed: float
    improvement: float
    cleared: bool

    def of(self, scheme: str) -> float:
        """The number that `scheme` pays."""
        return self.improvement if scheme == "improvement" else self.seed


def judge(report: Report, curriculum: Curriculum) -> Reward:
    """Judge a report by the constants of the curriculum."""
    shaping = curriculum.shaping
    runs = report.verdict not in UNRUNNABLE
    identity = float(runs and all(check.ok for check in report.identity))
    functional = functional_of(report)
    quality = quality_of(report, curriculum.stage(report.stage)) if runs else 0.0
    raw = identity * (shaping.functional_weight * functional + shaping.quality_weight * quality)
    seed = round(shaping.floor + shaping.span * raw, DECIMALS)
    removed = (report.penalty_messy - report.penalty) / report.penalty_messy
    return Reward(
        identity=identity,
        functional=functional,
        quality=quality,
        raw=raw,
        seed=seed,
        improvement=round(identity * functional**2 * min(1.0, max(0.0, removed)), DECIMALS),
        cleared=curriculum.cleared(seed),
    )


DECIMALS = 9
"""Rewards are rounded so that 0.01 + 0.98 * 0.95 is 0.941 on every machine and in every sum order."""

UNRUNNABLE = frozenset({"unparsable", "empty", "oversize", "import_error", "dynamic_code"})
"""Verdicts that leave nothing to judge; the reward is the floor."""


def functional_of(report: Report) -> float:
    """Share of groups passed, in [0, 1]; 0 when nothing ran."""
    if not report.groups:
        return 0.0
    return sum(group.passed for group in report.groups) / len(report.groups)


def quality_of(report: Report, stage: Stage) -> float:
    """Lint half, in [0, 1]: linear in the violations, or all or nothing; 0 when the linter could not read the file."""
    if any(finding.rule == SYNTAX for finding in report.findings):
        return 0.0
    violations = sum(not finding.unfixable for finding in report.findings)
    if stage.penalty == "binary":
        return float(violations == 0)
    return max(0.0, 1.0 - stage.per_violation * violations)
