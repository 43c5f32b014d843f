"""Analysis bundles: what was asked, with which tools, and what was found, as canonical bytes that name themselves.

The id is the sha256 of the hash domain in the form of RFC 8785, so equal facts have equal ids on every machine. What differs
between machines without changing a fact (kernel, patch version, sandbox level, CPU time) lies beside it and is not hashed.
Source: arXiv 2510.22907v2, sections 2.2 and 5.1, the "Analysis Bundle".
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Final, Literal

from code_review_env.env.feedback.canonical import canonical, composed, digest, listed
from code_review_env.env.feedback.toolchain import Toolchain, machine, rules_digest
from code_review_env.env.scoring.report import Diagnostic, GroupResult, IdentityCheck, Metrics, Report
from code_review_env.tasks.curriculum import Stage

Json = dict[str, Any]

SCHEMA: Final = "code-review-bundle/1"
URI: Final = "ws:submission.py"
"""The one file of a submission, in a workspace that lies nowhere."""

WHOLE_FILE: Final = 1.0
"""Confidence of a selector that names the file: there is nothing to search."""

MOST_DIAGNOSTICS: Final = 10_000
"""Beyond them the list is cut and says so; a text of 64 KiB can have more."""

DECIMALS: Final = 9
"""Numbers are rounded before they are hashed."""

TIMED: Final = frozenset({"timeout_cpu", "timeout_wall"})
"""Their detail names the seconds allowed, which depend on how long the reference took on this machine."""

KEPT_DIAGNOSTICS: Final = 4096
KEPT_CHECKS: Final = 256
"""Canonical bytes that are kept, since submissions for one task have most of their facts in common."""


_RESOLUTION: Final = canonical({"uri": URI, "selector": "file", "confidence": WHOLE_FILE})


@dataclass(frozen=True, slots=True)
class Bundle:
    """One bundle.

    Attributes:
        id: sha256 of `domain`, 64 hex digits.
        domain: the hash domain, canonical bytes as text.
        trace: what is told beside it.
    """

    id: str
    domain: str
    trace: Mapping[str, object]

    def document(self) -> Json:
        """The hash domain as JSON values."""
        document: Json = json.loads(self.domain)
        return document


def bundle(report: Report, entry: str, stage: Stage, tools: Toolchain) -> Bundle:
    """The bundle of a report.

    Args:
        report: all facts.
        entry: name of the function under test.
        stage: whose rules judged it.
        tools: what found the facts.
    """
    sha256 = report.submission_sha256
    task = {"task_id": report.task_id, "stage": report.stage, "entry": entry}
    domain = composed(
        {
            "schema": canonical(SCHEMA),
            "request": canonical({**task, "submission_sha256": sha256}),
            "resolution": _RESOLUTION,
            "edits": canonical([{"uri": URI, "replaces": "file", "sha256": sha256}]),
            "facts": _facts(report),
            "environment": _environment(tools, stage),
            "capabilities": canonical({"ruff": "answered", report.checker: _capability(report, stage)}),
            "scope": _scope(rules_digest(stage, report.checker), report.suppressions),
        }
    )
    level = report.level.value if report.level else None
    trace = {**machine(), "level": level, "cpu_s": round(report.cpu_s, DECIMALS), "detail": report.detail}
    return Bundle(hashlib.sha256(domain).hexdigest(), domain.decode(), trace)


def _capability(report: Report, stage: Stage) -> Literal["silent", "answered", "counted"]:
    """What the type checker did; `counted` where its diagnostics are findings of the stage."""
    if report.types is None:
        return "silent"
    return "counted" if stage.checker == report.checker else "answered"


def scope_of(report: Report, stage: Stage) -> str:
    """What diagnostics were counted over: files, rules, number of suppressions. 64 hex digits."""
    return _scope_digest(rules_digest(stage, report.checker), report.suppressions)


@lru_cache
def _scope_digest(rules: str, suppressions: int) -> str:
    return digest({"files": [URI], "rules": rules, "suppressions": suppressions})


@lru_cache
def _scope(rules: str, suppressions: int) -> bytes:
    return canonical({"digest": _scope_digest(rules, suppressions), "suppressions": suppressions, "files": [URI]})


@lru_cache
def _environment(tools: Toolchain, stage: Stage) -> bytes:
    return canonical(tools.environment(stage))


def diagnostics_of(report: Report) -> list[Diagnostic]:
    """What the stage counts and what the type checker found, by place, at most `MOST_DIAGNOSTICS`."""
    return sorted((*report.findings, *(report.types or ())), key=_place)[:MOST_DIAGNOSTICS]


def _place(one: Diagnostic) -> tuple[int, int, int, int, str, str, str]:
    return (one.row, one.column, one.end_row, one.end_column, one.rule, one.message, one.source)


def _facts(report: Report) -> bytes:
    found = len(report.findings) + len(report.types or ())
    return composed(
        {
            "verdict": canonical(report.verdict),
            "detail": canonical("" if report.verdict in TIMED else report.detail),
            "diagnostics": listed(map(_diagnostic_bytes, diagnostics_of(report))),
            "diagnostics_cut": canonical(found > MOST_DIAGNOSTICS),
            "identity": _identity_bytes(report.identity),
            "functional": _functional_bytes(report.groups),
            "penalty": canonical(round(report.penalty, DECIMALS)),
            "penalty_messy": canonical(round(report.penalty_messy, DECIMALS)),
            "seed_plain": canonical(report.seed_plain),
            "metrics": _metrics_bytes(report.metrics),
        }
    )


@lru_cache(KEPT_DIAGNOSTICS)
def _diagnostic_bytes(one: Diagnostic) -> bytes:
    return canonical(
        {
            "uri": URI,
            "range": [one.row, one.column, one.end_row, one.end_column],
            "rule": one.rule,
            "message": one.message,
            "source": one.source,
            "unfixable": one.unfixable,
        }
    )


@lru_cache(KEPT_CHECKS)
def _metrics_bytes(metrics: Metrics) -> bytes:
    return canonical({name: round(value, DECIMALS) for name, value in asdict(metrics).items()})


@lru_cache(KEPT_CHECKS)
def _identity_bytes(checks: tuple[IdentityCheck, ...]) -> bytes:
    return canonical([{"name": one.name, "ok": one.ok, "message": one.message} for one in checks])


@lru_cache(KEPT_CHECKS)
def _functional_bytes(groups: tuple[GroupResult, ...]) -> bytes:
    return canonical([_group(one) for one in groups])


def _group(one: GroupResult) -> Json:
    return {
        "name": one.name,
        "kind": one.kind,
        "visible": one.visible,
        "passed": one.passed,
        "cases": one.cases,
        "failure": one.failure,
    }


def report_of(document: Json) -> Report:
    """The facts of a bundle as a report again; all but level and CPU time, which are not hashed.

    Raises:
        KeyError, TypeError, ValueError: not the document of a bundle.
    """
    facts, request = document["facts"], document["request"]
    found = [_diagnostic(one) for one in facts["diagnostics"]]
    (checker,) = set(document["environment"]["tools"]) - {"ruff"}
    capability = document["capabilities"][checker]
    typed = [one for one in found if capability == "answered" and one.source == checker]
    return Report(
        stage=request["stage"],
        task_id=request["task_id"],
        submission_sha256=request["submission_sha256"],
        verdict=facts["verdict"],
        detail=facts["detail"],
        identity=tuple(IdentityCheck(**one) for one in facts["identity"]),
        groups=tuple(GroupResult(**one) for one in facts["functional"]),
        findings=tuple(sorted(one for one in found if one not in typed)),
        penalty=float(facts["penalty"]),
        penalty_messy=float(facts["penalty_messy"]),
        seed_plain=facts["seed_plain"],
        metrics=Metrics(**facts["metrics"]),
        types=None if capability == "silent" else tuple(sorted(typed)),
        checker=checker,
        suppressions=document["scope"]["suppressions"],
    )


def _diagnostic(told: Json) -> Diagnostic:
    row, column, end_row, end_column = told["range"]
    return Diagnostic(
        row=row,
        column=column,
        rule=told["rule"],
        message=told["message"],
        source=told["source"],
        end_row=end_row,
        end_column=end_column,
        unfixable=told["unfixable"],
    )
