"""Bundles: equal facts have equal ids, anything else has another, and the facts come back."""

import hashlib
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

from code_review_env.env.feedback.bundle import MOST_DIAGNOSTICS, Bundle, bundle, diagnostics_of, report_of, scope_of
from code_review_env.env.feedback.canonical import canonical
from code_review_env.env.feedback.derive import derived
from code_review_env.env.feedback.toolchain import Toolchain
from code_review_env.env.sandbox.program import Level
from code_review_env.env.scoring.report import Diagnostic, GroupResult, IdentityCheck, Metrics, Report
from code_review_env.tasks.curriculum import load_curriculum

CURRICULUM = load_curriculum()
STAGE = CURRICULUM.stage("easy")
TOOLS = Toolchain("0.17.6", "0.0.108")
LATE, EARLY, TYPED = (
    Diagnostic(9, 1, "E501", "late", end_row=9, end_column=4),
    Diagnostic(2, 3, "E741", "early", end_row=2, end_column=4, unfixable=True),
    Diagnostic(5, 1, "invalid-assignment", "typed", source="ty", end_row=5, end_column=2),
)
REPORT = Report(
    stage="easy",
    task_id="a" * 64,
    submission_sha256="b" * 64,
    verdict="ok",
    identity=(IdentityCheck("definition", ok=True, message="kept"), IdentityCheck("copy", ok=True, message="none")),
    groups=(GroupResult("g", "example", visible=True, passed=False, cases=2, failure="f(1): expected 1, got 2"),),
    findings=(EARLY, LATE),
    penalty=2.0,
    penalty_messy=3.0,
    seed_plain=True,
    metrics=Metrics(size_ratio=0.123, visible_gap=-0.333333),
    types=(TYPED,),
    suppressions=1,
    level=Level.A,
    cpu_s=0.125,
)


def made(report: Report = REPORT, tools: Toolchain = TOOLS) -> Bundle:
    """The bundle of a report."""
    return bundle(report, "f", STAGE, tools)


def test_the_id_is_the_hash_of_the_canonical_bytes() -> None:
    """Anyone can compute it from what is told."""
    one = made()
    assert one.id == hashlib.sha256(one.domain.encode()).hexdigest()
    assert one.document()["schema"] == "code-review-bundle/1"


def test_what_is_put_together_from_kept_parts_is_canonical() -> None:
    """Byte for byte what serialising the whole at once gives, for a report with every kind of fact."""
    for one in (made(), made(replace(REPORT, types=None, findings=(), identity=(), groups=(), verdict="empty"))):
        assert canonical(one.document()) == one.domain.encode()


def test_the_facts_come_back() -> None:
    """A report without level and CPU time, which are not hashed, is all that judging needs."""
    again = report_of(made().document())
    assert again == replace(REPORT, level=None, cpu_s=0.0)
    assert derived(again, CURRICULUM) == derived(REPORT, CURRICULUM)


def test_what_differs_between_machines_is_told_and_not_hashed() -> None:
    """Level and CPU time lie beside the hash domain."""
    other = made(replace(REPORT, level=Level.B, cpu_s=9.0))
    assert other.id == made().id
    assert (other.trace["level"], other.trace["cpu_s"]) == ("B", 9.0)
    assert {"python", "kernel", "platform"} <= other.trace.keys()


def test_the_seconds_allowed_are_told_and_not_hashed() -> None:
    """They are measured: a busy machine allows more. What another verdict says is a fact."""
    slow = [made(replace(REPORT, verdict="timeout_cpu", detail=f"more than {seconds} s of CPU")) for seconds in (0.25, 1)]
    assert slow[0].id == slow[1].id
    assert slow[1].trace["detail"] == "more than 1 s of CPU"
    assert made(replace(REPORT, verdict="crashed", detail="a")).id != made(replace(REPORT, verdict="crashed", detail="b")).id


CHANGES: dict[str, Callable[[], Bundle]] = {
    "ruff": lambda: made(tools=replace(TOOLS, ruff="0.17.5")),
    "ty": lambda: made(tools=replace(TOOLS, types="0.0.107")),
    "type checker": lambda: made(replace(REPORT, checker="basedpyright"), replace(TOOLS, checker="basedpyright")),
    "python": lambda: made(tools=replace(TOOLS, python="3.12")),
    "encoding": lambda: made(tools=replace(TOOLS, encoding="utf-16")),
    "finding": lambda: made(replace(REPORT, findings=(EARLY, replace(LATE, column=2)))),
    "type finding": lambda: made(replace(REPORT, types=())),
    "silence": lambda: made(replace(REPORT, types=None)),
    "group": lambda: made(replace(REPORT, groups=(replace(REPORT.groups[0], passed=True),))),
    "identity": lambda: made(replace(REPORT, identity=REPORT.identity[:1])),
    "verdict": lambda: made(replace(REPORT, verdict="memory")),
    "submission": lambda: made(replace(REPORT, submission_sha256="c" * 64)),
    "task": lambda: made(replace(REPORT, task_id="d" * 64)),
    "suppressions": lambda: made(replace(REPORT, suppressions=0)),
    "entry": lambda: bundle(REPORT, "g", STAGE, TOOLS),
    "rules": lambda: bundle(REPORT, "f", STAGE.model_copy(update={"select": ("E", "W")}), TOOLS),
}


@pytest.mark.parametrize("what", CHANGES)
def test_any_fact_or_tool_changes_the_id(what: str) -> None:
    """Nothing that can change a score hides behind an equal id."""
    assert CHANGES[what]().id != made().id


def test_diagnostics_lie_in_order_of_place() -> None:
    """Those of all analysers in one list, however they were reported."""
    assert diagnostics_of(REPORT) == [EARLY, TYPED, LATE]
    assert made(replace(REPORT, findings=(LATE, EARLY))).id == made().id


def test_too_many_diagnostics_are_cut_and_say_so() -> None:
    """The cap bounds what a hostile text costs."""
    many = tuple(Diagnostic(row, 1, "E501", "long") for row in range(1, MOST_DIAGNOSTICS + 10))
    facts = made(replace(REPORT, findings=many)).document()["facts"]
    assert (len(facts["diagnostics"]), facts["diagnostics_cut"]) == (MOST_DIAGNOSTICS, True)
    assert made().document()["facts"]["diagnostics_cut"] is False


def test_the_scope_is_files_rules_and_suppressions() -> None:
    """A suppression more is another scope; a finding more is not."""
    assert scope_of(replace(REPORT, findings=()), STAGE) == scope_of(REPORT, STAGE)
    assert scope_of(replace(REPORT, suppressions=2), STAGE) != scope_of(REPORT, STAGE)
    assert scope_of(REPORT, CURRICULUM.stage("hard")) != scope_of(REPORT, STAGE)


def test_the_components_are_counted_from_the_report() -> None:
    """D leaves the unfixable out; S is a share of four; E is 1 where nobody could count."""
    full = derived(REPORT, CURRICULUM).components
    assert (full.d, full.s, full.a, full.e) == (2.0, 1.0, 1.0, 0.0)
    lost = replace(REPORT, identity=(replace(REPORT.identity[0], ok=False), replace(REPORT.identity[1], ok=False)))
    assert derived(lost, CURRICULUM).components.s == 0.5
    assert derived(replace(lost, verdict="timeout_cpu"), CURRICULUM).components.s == 0.25
    silent = derived(replace(REPORT, types=None), CURRICULUM).components
    assert (silent.d, silent.s, silent.e) == (None, 1.0, 1.0)
    refused = derived(replace(REPORT, verdict="unparsable"), CURRICULUM).components
    assert (refused.d, refused.s, refused.e) == (None, 0.0, 1.0)


FRESH = """
from code_review_env.env.analysis.ty import TY
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring.score import open_scorer
from code_review_env.env.feedback.bundle import bundle
from code_review_env.env.feedback.toolchain import Toolchain
from code_review_env.tasks.bank import TaskBank
task = TaskBank.load().handwritten[0]
with open_scorer(PoolSettings(workers=1), types=TY) as scorer:
    report = scorer.score(task, task.messy + "\\nnumber: int = ''\\n")
    assert len(report.types) == 1
    print(bundle(report, task.entry, scorer.curriculum.stage(task.stage), Toolchain.of(scorer)).id)
"""


@pytest.mark.parametrize("processes", [2, pytest.param(20, marks=pytest.mark.proof)])
def test_fresh_processes_give_one_id(processes: int) -> None:
    """Sandbox, linter and type checker started anew each time find the same, byte for byte."""
    command = [sys.executable, "-c", FRESH]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True, timeout=100) for _ in range(processes)]
    (only,) = {run.stdout.strip() for run in runs}
    assert len(only) == 64
