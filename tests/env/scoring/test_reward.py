"""The arithmetic of the reward, number by number."""

import asyncio
import itertools
from dataclasses import replace

import pytest

from code_review_env.env.rubric import CodeReviewRubric
from code_review_env.env.scoring.report import Diagnostic, GroupResult, IdentityCheck, Report
from code_review_env.env.scoring.reward import judge
from code_review_env.tasks.curriculum import load_curriculum

CURRICULUM = load_curriculum()


def report_of(*, stage: str, passed: int, total: int, violations: int, identity: bool = True) -> Report:
    """A report with so many groups passed and so many violations."""
    return Report(
        stage=stage,
        task_id="0" * 64,
        submission_sha256="0" * 64,
        verdict="ok",
        identity=(IdentityCheck("name", identity, ""),),
        groups=tuple(GroupResult(f"g{at}", "partition", visible=False, passed=at < passed, cases=1) for at in range(total)),
        findings=tuple(Diagnostic(row, 1, "E501", "too long") for row in range(1, violations + 1)),
        penalty=float(violations),
        penalty_messy=5.0,
    )


@pytest.mark.parametrize(
    ("stage", "passed", "violations", "expected"),
    [
        ("easy", 8, 0, 0.99),
        ("easy", 8, 1, 0.941),
        ("easy", 8, 2, 0.892),
        ("easy", 8, 10, 0.50),
        ("easy", 8, 25, 0.50),
        ("easy", 4, 0, 0.745),
        ("easy", 0, 0, 0.50),
        ("easy", 0, 10, 0.01),
        ("hard", 8, 1, 0.941),
        ("hard", 8, 3, 0.843),
        ("medium", 8, 0, 0.99),
        ("medium", 8, 1, 0.50),
        ("medium", 8, 4, 0.50),
        ("medium", 4, 1, 0.255),
        ("medium", 0, 1, 0.01),
    ],
)
def test_seed_reward_has_the_exact_number(stage: str, passed: int, violations: int, expected: float) -> None:
    """The specification's formula, rescaled by 0.01 + 0.98 * raw."""
    reward = judge(report_of(stage=stage, passed=passed, total=8, violations=violations), CURRICULUM)
    assert reward.seed == expected


@pytest.mark.parametrize("stage", ["easy", "medium", "hard"])
def test_whole_grid_equals_the_formula_and_only_perfection_clears(stage: str) -> None:
    """Over all group counts and violations, the closed form holds and one failing group or violation never clears."""
    for total, violations in itertools.product(range(1, 13), range(15)):
        for passed in range(total + 1):
            reward = judge(report_of(stage=stage, passed=passed, total=total, violations=violations), CURRICULUM)
            quality = float(violations == 0) if stage == "medium" else max(0.0, 1 - 0.1 * violations)
            assert reward.seed == pytest.approx(0.01 + 0.98 * (0.5 * passed / total + 0.5 * quality), abs=1e-9)
            assert 0.01 <= reward.seed <= 0.99
            assert reward.cleared is (passed == total and violations == 0)


@pytest.mark.parametrize("stage", ["easy", "medium", "hard"])
def test_lost_identity_is_the_floor_whatever_else_holds(stage: str) -> None:
    """Identity multiplies the whole."""
    reward = judge(report_of(stage=stage, passed=8, total=8, violations=0, identity=False), CURRICULUM)
    assert (reward.seed, reward.improvement, reward.cleared) == (0.01, 0.0, False)


@pytest.mark.parametrize("verdict", ["unparsable", "empty", "oversize", "import_error", "dynamic_code"])
def test_what_cannot_run_earns_the_floor(verdict: str) -> None:
    """A submission that leaves nothing to judge gets 0.01 even when its checks list is empty."""
    report = replace(report_of(stage="easy", passed=0, total=8, violations=0), verdict=verdict, identity=())
    reward = judge(report, CURRICULUM)
    assert (reward.seed, reward.improvement) == (0.01, 0.0)


def test_a_timeout_is_judged_by_the_formula() -> None:
    """A lint-clean endless loop keeps its quality half and nothing of the tests."""
    report = replace(report_of(stage="hard", passed=0, total=8, violations=0), verdict="timeout_cpu")
    assert judge(report, CURRICULUM).seed == 0.5


def test_improvement_pays_only_what_changed_for_the_better() -> None:
    """0 for doing nothing and for a stub, 1 for the oracle, in between the share removed times functional squared."""
    noop = report_of(stage="easy", passed=8, total=8, violations=5)
    stub = report_of(stage="easy", passed=0, total=8, violations=0)
    oracle = report_of(stage="easy", passed=8, total=8, violations=0)
    partly = report_of(stage="easy", passed=4, total=8, violations=2)
    worse = report_of(stage="easy", passed=8, total=8, violations=9)
    assert [judge(one, CURRICULUM).improvement for one in (noop, stub, oracle, worse)] == [0.0, 0.0, 1.0, 0.0]
    assert judge(partly, CURRICULUM).improvement == pytest.approx(0.25 * 0.6)


def test_unfixable_findings_do_not_count() -> None:
    """What cannot be removed under the gate costs nothing."""
    report = report_of(stage="easy", passed=8, total=8, violations=1)
    report = replace(report, findings=tuple(replace(one, unfixable=True) for one in report.findings))
    assert judge(report, CURRICULUM).seed == 0.99


def test_rubric_tree_shows_the_same_number_part_by_part() -> None:
    """The OpenEnv tree has named children and its root is the raw reward."""
    rubric = CodeReviewRubric(CURRICULUM)
    report = report_of(stage="easy", passed=4, total=8, violations=3)
    raw = rubric(None, report)
    scores = {name: child.last_score for name, child in rubric.named_children()}
    assert scores == {"identity": 1.0, "functional": 0.5, "quality": pytest.approx(0.7)}
    assert 0.01 + 0.98 * raw == pytest.approx(judge(report, CURRICULUM).seed)
    assert rubric(None, report_of(stage="easy", passed=8, total=8, violations=0, identity=False)) == 0.0


def test_rubric_gives_a_number_inside_a_running_event_loop() -> None:
    """A notebook runs one; OpenEnv's containers would answer it with a coroutine."""
    rubric = CodeReviewRubric(CURRICULUM)
    report = report_of(stage="easy", passed=4, total=8, violations=3)

    async def evaluate() -> float:
        return float(rubric(None, report))

    assert asyncio.run(evaluate()) == rubric(None, report)
