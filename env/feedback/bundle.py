"""Analysis bundles: what was asked, with which tools, and what was found, as canonical bytes that name themselves.

The id is the sha256 of the hash domain in the form of RFC 8785, so equal facts have equal ids on every machine. What differs
between machines without changing a fact (kernel, patch version, sandbox level, CPU time) lies beside it and is not hashed.
Source: arXiv 2510.22907v2, sections 2.2 and 5.1, the "Analysis Bundle".
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from code_review_env.env.feedback.canonical import canonical, digest
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
    task = {"task_id": report.task_id, "stage": report.stage, "entry": entry}
    document = {
        "schema": SCHEMA,
        "request": {**task, "submission_sha256": report.submission_sha256},
        "resolution": {"uri": URI, "selector": "file", "confidence": WHOLE_FILE},
        "edits": [{"uri": URI, "replaces": "file", "sha256": report.submission_sha256}],
        "facts": _facts(report),
        "environment": tools.environment(stage),
        "capabilities": {"ruff": "answered", "ty": "silent" if report.types is None else "answered"},
        "scope": {"digest": scope_of(report, stage), "suppressions": report.suppressions, "files": [URI]},
    }
    domain = canonical(document)
    level = report.level.value if report.level else None
    trace = {**machine(), "level": level, "cpu_s": round(report.cpu_s, DECIMALS)}
    return Bundle(hashlib.sha256(domain).hexdigest(), domain.decode(), trace)


def scope_of(report: Report, stage: Stage) -> str:
    """What diagnostics were counted over: files, rules, number of suppressions. 64 hex digits."""
    return digest({"files": [URI], "rules": rules_digest(stage), "suppressions": report.suppressions})


def diagnostics_of(report: Report) -> list[Diagnostic]:
    """What the stage counts and what the type checker found, by place, at most `MOST_DIAGNOSTICS`."""
    return sorted((*report.findings, *(report.types or ())), key=_place)[:MOST_DIAGNOSTICS]


def _place(one: Diagnostic) -> tuple[int, int, int, int, str, str, str]:
    return (one.row, one.column, one.end_row, one.end_column, one.rule, one.message, one.source)


def _facts(report: Report) -> Json:
    return {
        "verdict": report.verdict,
        "detail": report.detail,
        "diagnostics": [_told(one) for one in diagnostics_of(report)],
        "diagnostics_cut": len(report.findings) + len(report.types or ()) > MOST_DIAGNOSTICS,
        "identity": [{"name": one.name, "ok": one.ok, "message": one.message} for one in report.identity],
        "functional": [_group(one) for one in report.groups],
        "penalty": round(report.penalty, DECIMALS),
        "penalty_messy": round(report.penalty_messy, DECIMALS),
        "seed_plain": report.seed_plain,
        "metrics": {name: round(value, DECIMALS) for name, value in asdict(report.metrics).items()},
    }


def _told(one: Diagnostic) -> Json:
    return {
        "uri": URI,
        "range": [one.row, one.column, one.end_row, one.end_column],
        "rule": one.rule,
        "message": one.message,
        "source": one.source,
        "unfixable": one.unfixable,
    }


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
    answered = document["capabilities"]["ty"] == "answered"
    return Report(
        stage=request["stage"],
        task_id=request["task_id"],
        submission_sha256=request["submission_sha256"],
        verdict=facts["verdict"],
        detail=facts["detail"],
        identity=tuple(IdentityCheck(**one) for one in facts["identity"]),
        groups=tuple(GroupResult(**one) for one in facts["functional"]),
        findings=tuple(sorted(one for one in found if one.source != "ty")),
        penalty=float(facts["penalty"]),
        penalty_messy=float(facts["penalty_messy"]),
        seed_plain=facts["seed_plain"],
        metrics=Metrics(**facts["metrics"]),
        types=tuple(sorted(one for one in found if one.source == "ty")) if answered else None,
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
