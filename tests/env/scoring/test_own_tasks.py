"""Tasks that a user brings, scored for real without an oracle: repairs clear, originals do not, breakage shows."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring.report import Report
from code_review_env.env.scoring.score import Scorer, open_scorer
from code_review_env.tasks.task import Task
from code_review_env.tasks.taskfile import load

PAGE = (Path(__file__).parents[3] / "docs" / "own-tasks.md").read_text(encoding="utf-8")

REPAIRS = {
    "easy": '''"""Totals."""


def total(prices, rate=None, tags=()):
    """Net prices plus tax, tagged prices left out."""
    if rate is None:
        rate = 0
    kept = [price for price in prices if price not in tags]
    return round(sum(kept) * (1 + rate / 100), 2)
''',
    "medium": """import subprocess


def recent_errors(service, path="/var/log"):
    try:
        subprocess.run(["journalctl", "--sync", "-u", service])
    except FileNotFoundError:
        pass
    command = ["grep", "-c", "ERROR", f"{path}/{service}.log"]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        return 0
    return int(done.stdout or 0)
""",
    "hard": """from datetime import date

DOMESTIC = ((2, 4.9), (10, 7.5))


def domestic(weight):
    for limit, cost in DOMESTIC:
        if weight <= limit:
            return cost
    return 16.5


def near(weight):
    return 12.9 if weight <= 5 else 24.0


def far(weight):
    return 35.0


RATES = {"DE": domestic, "AT": near, "CH": near}


def shipping(order: dict, express: bool = False) -> float:
    if not order["items"]:
        raise ValueError("empty order")
    weight = sum(item["kg"] * item.get("count", 1) for item in order["items"])
    cost = RATES.get(order["country"], far)(weight)
    if express:
        cost = cost * 2
    return cost + surcharge(order)


def surcharge(order):
    return 1 if order["day"] >= date(2024, 12, 1) else 0
""",
}
BREAKAGE = {
    "easy": ("rate is None", "not rate or rate < 1"),
    "medium": ('["journalctl", "--sync", "-u", service]', '"journalctl --sync -u {}".format(service).split()'),
    "hard": ('"AT": near, ', ""),
}
STAGES = tuple(REPAIRS)


@pytest.fixture(scope="module")
def scorer() -> Iterator[Scorer]:
    """One scorer with a sandbox of its own."""
    with open_scorer(PoolSettings(workers=1)) as opened:
        yield opened


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Task]:
    """The tasks of the page by stage."""
    folder = tmp_path_factory.mktemp("own")
    found = {}
    for block in re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL):
        path = folder / "shown.toml"
        path.write_text(block, encoding="utf-8")
        task = load(path)
        found[task.stage] = task
    return found


def failing(report: Report) -> list[str]:
    """Names of the groups that did not pass."""
    return [group.name for group in report.groups if not group.passed]


@pytest.mark.parametrize("stage", STAGES)
def test_an_honest_repair_passes_every_group_without_a_violation(scorer: Scorer, own: dict[str, Task], stage: str) -> None:
    """No generated input fails a repair that keeps what the examples show, and nothing is left to find."""
    report = scorer.score(own[stage], REPAIRS[stage])
    assert failing(report) == []
    assert all(check.ok for check in report.identity)
    assert report.penalty == 0
    assert len(report.groups) > 4


@pytest.mark.parametrize("stage", ["easy", "hard"])
def test_the_original_is_right_and_messy(scorer: Scorer, own: dict[str, Task], stage: str) -> None:
    """The messy source behaves like itself and has violations."""
    report = scorer.score(own[stage], own[stage].messy)
    assert failing(report) == []
    assert report.penalty == report.penalty_messy > 0


def test_an_original_with_a_shell_fails_the_payloads(scorer: Scorer, own: dict[str, Task]) -> None:
    """Its own behaviour on shell signs is never taken for right."""
    report = scorer.score(own["medium"], own["medium"].messy)
    assert failing(report) == ["injection", "special characters"]
    assert report.penalty > 0


@pytest.mark.parametrize("stage", STAGES)
def test_a_small_breakage_shows(scorer: Scorer, own: dict[str, Task], stage: str) -> None:
    """A repair that changes behaviour at an edge the examples do not touch fails a hidden group."""
    broken = REPAIRS[stage].replace(*BREAKAGE[stage])
    report = scorer.score(own[stage], broken)
    assert broken != REPAIRS[stage]
    assert failing(report)
    assert "examples" not in failing(report)
