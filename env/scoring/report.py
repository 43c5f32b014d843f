"""Facts of one submission, gathered once. The only input of the reward: judging a Report runs no code."""

from dataclasses import dataclass, field
from typing import Literal

from code_review_env.env.sandbox.program import Level

Verdict = str
"""`ok`, one of `unparsable`, `empty`, `oversize` (the gate), or a `sandbox.program.Verdict`."""


Source = Literal["ruff", "house", "parser", "ty", "basedpyright"]
"""Which analyser said it."""


@dataclass(frozen=True, slots=True, order=True)
class Diagnostic:
    """One finding (the LSP term).

    Attributes:
        row: 1-based line.
        column: 1-based column in code points.
        rule: ruff's code, e.g. `E501`, a house rule's, e.g. `CRE101`, or a type checker's, e.g. `invalid-assignment`.
        message: one line for people.
        source: which analyser said it.
        end_row: 1-based line of the end.
        end_column: 1-based column just after the end.
        unfixable: cannot be removed under the identity gate (E741 on a parameter), so it does not count.
    """

    row: int
    column: int
    rule: str
    message: str
    source: Source = "ruff"
    end_row: int = 0
    end_column: int = 0
    unfixable: bool = False


@dataclass(frozen=True, slots=True)
class IdentityCheck:
    """One condition under which the submission is still the same function."""

    name: str
    ok: bool
    message: str


@dataclass(frozen=True, slots=True)
class GroupResult:
    """One group judged. `failure` is set for visible groups only: hidden inputs are told to nobody."""

    name: str
    kind: str
    visible: bool
    passed: bool
    cases: int
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Metrics:
    """Weight-0 canaries: they show a policy that starts to hack, and never move a reward.

    Attributes:
        suppressions_added: lint suppression comments beyond the original's.
        dynamic_code: dynamic-code events seen at run time.
        helpers_added: functions beyond the original's.
        single_use_helpers: added functions with exactly one call site.
        longest_parameter_list: most parameters of any function.
        decisions_added: decisions inside expressions beyond the original's.
        size_ratio: characters over the original's.
        visible_gap: share of visible groups passed minus share of hidden groups passed.
    """

    suppressions_added: int = 0
    dynamic_code: int = 0
    helpers_added: int = 0
    single_use_helpers: int = 0
    longest_parameter_list: int = 0
    decisions_added: int = 0
    size_ratio: float = 1.0
    visible_gap: float = 0.0


@dataclass(frozen=True, slots=True)
class Report:
    """All checks and diagnostics of one submission.

    Attributes:
        stage: whose rules judged it.
        task_id: which task.
        submission_sha256: of the UTF-8 submission.
        verdict: how the run ended.
        detail: one safe line about the verdict, or "".
        identity: gate checks, in a fixed order; integrity checks follow them.
        groups: in task order.
        findings: sorted; every analyser of the stage.
        penalty: violations by the improvement scheme's measure.
        penalty_messy: the same of the original, > 0.
        seed_plain: the plain gate of the specification (name and argument count), for comparison only.
        metrics: weight-0 canaries.
        types: what the type checker found, sorted; None when it was not asked or gave no answer. Never part of a reward.
        checker: who was asked for `types`.
        suppressions: comments that ask an analyser to look away.
        level: confinement of the run, None when nothing ran.
        cpu_s: CPU seconds of the run.
    """

    stage: str
    task_id: str
    submission_sha256: str
    verdict: Verdict
    detail: str = ""
    identity: tuple[IdentityCheck, ...] = ()
    groups: tuple[GroupResult, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    penalty: float = 0.0
    penalty_messy: float = 1.0
    seed_plain: bool = False
    metrics: Metrics = field(default_factory=Metrics)
    types: tuple[Diagnostic, ...] | None = None
    checker: Source = "ty"
    suppressions: int = 0
    level: Level | None = None
    cpu_s: float = 0.0
