"""The easy families as a whole: their number, their traps, and what a tool alone achieves on them."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import pytest

from code_review_env.baseline_agent.ruff_fix import RuffFix
from code_review_env.env.analysis.ruff import Ruff
from code_review_env.env.scoring.reward import judge
from code_review_env.env.scoring.score import Scorer, open_scorer
from code_review_env.models import CodeReviewObservation
from code_review_env.server.settings import Settings
from code_review_env.tasks.families import load_families
from code_review_env.tasks.family import Family

RULES: Final = ("E", "W", "F")
CASES: Final = 12
"""Candidates of each group; the frozen corpus is chosen from more."""

MOST_BY_TOOL: Final = 0.4
"""Share of the test tasks that fixes and format of a linter may clear."""

FAMILIES: Final = [family for family in load_families() if family.stage == "easy"]
TRAPS: Final = [family for family in FAMILIES if family.trap]


@pytest.fixture(scope="module")
def scorer() -> Iterator[Scorer]:
    """One with the real sandbox."""
    with open_scorer(replace(Settings().pool(), workers=1), lint="server") as scorer:
        yield scorer


def test_the_splits_have_their_families() -> None:
    """45 families, more than 20 of them traps, five of those in the test split at least, four small ones at least."""
    assert Counter(family.split for family in FAMILIES) == {"train": 31, "validation": 5, "test": 9}
    assert len(TRAPS) >= 20
    assert sum(family.split == "test" for family in TRAPS) >= 5
    assert sum(family.tiny for family in FAMILIES) >= 4


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_an_oracle_is_clean(family: Family) -> None:
    """Nothing is found in an oracle."""
    assert not Ruff.installed().lint(family.oracle, select=RULES)


@pytest.mark.parametrize("family", TRAPS, ids=lambda family: family.name)
def test_a_trap_catches_what_looks_repaired(scorer: Scorer, family: Family) -> None:
    """The naive fix has no finding, keeps the signature, and fails a group."""
    task = family.task(1, 0, family.drawn(count=CASES))
    (naive,) = (canary.code for canary in family.canaries if canary.naive)
    report = scorer.score(task, naive)
    assert not report.findings
    assert all(check.ok for check in report.identity)
    assert not all(group.passed for group in report.groups)


def test_a_tool_alone_clears_few_test_tasks(scorer: Scorer, print_table: Callable[[str], None]) -> None:
    """Fixes, unsafe ones included, and format, on a task of every level of every test family."""
    agent = RuffFix()
    cleared: dict[int, list[bool]] = {}
    for family in (family for family in FAMILIES if family.split == "test"):
        groups = family.drawn(count=CASES)
        for level in family.levels:
            task = family.task(level, 0, groups)
            seen = CodeReviewObservation.model_construct(current_code=task.messy)
            reward = judge(scorer.score(task, agent.act(seen).code), scorer.curriculum)
            cleared.setdefault(level, []).append(scorer.curriculum.cleared(reward.seed))
    shares = {level: sum(found) / len(found) for level, found in cleared.items()}
    total = sum(map(sum, cleared.values())) / sum(map(len, cleared.values()))
    by_level = ", ".join(f"{share:.0%}" for share in shares.values())
    print_table(f"easy test tasks that ruff's own fixes clear: {total:.0%} (by level {by_level})")
    assert total <= MOST_BY_TOOL
