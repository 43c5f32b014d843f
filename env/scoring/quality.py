"""The quality half: what ruff and the house rules of the stage find, and how much mess that is."""

import ast
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from code_review_env.env.analysis.linter import Linter
from code_review_env.env.analysis.ruff import SYNTAX
from code_review_env.env.scoring.gate import Parsed, column_of
from code_review_env.env.scoring.house import (
    annotations,
    decisions,
    docs,
    handlers,
    handles,
    loops,
    names,
    shell,
    statements,
    style,
    suppressions,
    work,
)
from code_review_env.env.scoring.house.sightings import Watcher, new
from code_review_env.env.scoring.report import Diagnostic
from code_review_env.env.scoring.signature import definition, parameters
from code_review_env.tasks.curriculum import House, Stage

_EXCESS: Final = re.compile(r" \((\d+) > (\d+)\)$")
"""How C901 of the pinned ruff and our own rules of that stage end; a test reads both."""

_CACHED_ORIGINALS: Final = 1024


@dataclass(frozen=True, slots=True)
class Quality:
    """What the quality half saw.

    Attributes:
        findings: sorted; all of ruff's selection and of the house rules.
        penalty: amount of mess, the measure of the improvement scheme, >= 0.
        violations: findings that count, i.e. all but the unfixable.
    """

    findings: tuple[Diagnostic, ...]
    penalty: float
    violations: int


def look(stage: Stage, original: Parsed, submission: Parsed, entry: str, linter: Linter) -> Quality:
    """Judge the text of a submission by the rules of its stage.

    Args:
        stage: whose rules.
        original: the task's messy file; the house rules count only what is new relative to it.
        submission: the file to judge.
        entry: name of the function under test.
        linter: asked once.

    Raises:
        LinterUnavailable: ruff failed twice on this text.
    """
    lint = _lint_original if submission.source == original.source else _lint
    seen = lint(linter, submission.source, stage.select, stage.max_complexity)
    own = [
        *_house(stage, original, submission, entry),
        *suppressions.findings(original, submission, stage.select),
    ]
    told = {(finding.row, finding.rule) for finding in seen}
    found = [*seen, *(finding for finding in own if not _said_by_ruff(finding, told))]
    judged = _weighed(stage, _mark_unfixable(found, original, submission, entry))
    if any(finding.rule == SYNTAX for finding in judged.findings):
        # ruff could not read what CPython can: nothing was judged, so nothing counts as removed.
        return replace(judged, penalty=max(judged.penalty, original_penalty(stage, original, entry, linter)))
    return judged


def with_shell(stage: Stage, looked: Quality, submission: Parsed, entry: str) -> Quality:
    """The same after a run that started a shell, by whatever road the text took."""
    rows = [node.lineno for node in submission.tree.body if getattr(node, "name", None) == entry]
    seen = Diagnostic(rows[0] if rows else 1, 1, shell.SEEN, "a shell was started while the code ran", source="house")
    weighed = _weighed(stage, [*looked.findings, seen])
    return replace(weighed, penalty=max(weighed.penalty, looked.penalty))


def with_checked(stage: Stage, looked: Quality, checked: tuple[Diagnostic, ...]) -> Quality:
    """The same with what the type checker of the stage found."""
    weighed = _weighed(stage, [*looked.findings, *checked])
    return replace(weighed, penalty=max(weighed.penalty, looked.penalty))


def _weighed(stage: Stage, found: Sequence[Diagnostic]) -> Quality:
    findings = tuple(sorted(found))
    return Quality(findings, _penalty(stage, findings), len(_counted(findings)))


def original_penalty(stage: Stage, original: Parsed, entry: str, linter: Linter) -> float:
    """How much mess the original file holds, by the same measure; house rules are relative to it, so they add nothing.

    Raises:
        LinterUnavailable: ruff failed twice on this text.
    """
    found = _lint_original(linter, original.source, stage.select, stage.max_complexity)
    return _penalty(stage, tuple(_mark_unfixable(found, original, original, entry)))


def _house(stage: Stage, original: Parsed, submission: Parsed, entry: str) -> tuple[Diagnostic, ...]:
    if stage.house == "style":
        return style.findings(original, submission, entry)
    if stage.house == "shell":
        return shell.findings(original, submission, entry)
    if stage.house == "decisions":
        return decisions.findings(original, submission, entry, max_decisions=stage.max_decisions or 0)
    if stage.house == "combined":
        parts = (stage.model_copy(update={"house": house}) for house in ("style", "shell", "decisions"))
        return tuple(finding for part in parts for finding in _house(part, original, submission, entry))
    return new(original, submission, _FURTHER[stage.house])


_FURTHER: Final[dict[House, Watcher]] = {
    "exceptions": handlers.sightings,
    "types": annotations.sightings,
    "sql": statements.sightings,
    "resources": handles.sightings,
    "performance": work.sightings,
    "naming": names.sightings,
    "docstrings": docs.sightings,
    "async": loops.sightings,
}
"""The rules of the stages outside the curriculum."""


def _lint(linter: Linter, source: str, select: tuple[str, ...], max_complexity: int | None) -> tuple[Diagnostic, ...]:
    return linter.lint(source, select=select, max_complexity=max_complexity)


_lint_original: Final = lru_cache(maxsize=_CACHED_ORIGINALS)(_lint)


_SAME: Final = {shell.KEYWORD: ("S602", "S604"), shell.REFERENCE: ("S605", "S606")}
"""Rules of ruff that say the same as one of ours, where ruff sees it."""


def _said_by_ruff(finding: Diagnostic, told: set[tuple[int, str]]) -> bool:
    return any((finding.row, rule) in told for rule in _SAME.get(finding.rule, ()))


def _mark_unfixable(found: Sequence[Diagnostic], original: Parsed, submission: Parsed, entry: str) -> Sequence[Diagnostic]:
    """E741 and N803 on a parameter of the entry, and N802 on the entry, ask for a rename that the identity gate forbids."""
    if not any(finding.rule in _RENAMES for finding in found):
        return found
    kept = {parameter.arg for parameter in parameters_of(original, entry)}
    spots = {
        (parameter.lineno, column_of(submission, parameter))
        for parameter in parameters_of(submission, entry)
        if parameter.arg in kept
    }
    function = definition(submission, entry)
    rows = range(0) if isinstance(function, str) else range(function.lineno, function.body[0].lineno)
    return [
        replace(finding, unfixable=True)
        if (finding.rule in {"E741", "N803"} and (finding.row, finding.column) in spots)
        or (finding.rule == "N802" and finding.row in rows and f"`{entry}`" in finding.message)
        else finding
        for finding in found
    ]


_RENAMES: Final = frozenset({"E741", "N802", "N803"})


def parameters_of(parsed: Parsed, entry: str) -> list[ast.arg]:
    """Every parameter of the top-level function `entry`, or [] without one."""
    function = definition(parsed, entry)
    return [] if isinstance(function, str) else [parameter.node for parameter in parameters(function)]


def _counted(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [finding for finding in found if not finding.unfixable]


def _penalty(stage: Stage, found: tuple[Diagnostic, ...]) -> float:
    counted = _counted(found)
    if stage.penalty == "binary":
        return float(bool(counted))
    return math.fsum(_weight(finding) for finding in counted)


def _weight(finding: Diagnostic) -> float:
    """How far a scope lies above its limit, where the rule has one, else 1."""
    over = _EXCESS.search(finding.message) if finding.rule in _GRADED else None
    return float(int(over[1]) - int(over[2])) if over else 1.0


_GRADED: Final = frozenset({"C901", decisions.HIDDEN, decisions.OUTSIDE})
