"""The report over the whole bank, on a handful of it."""

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from code_review_env.cli import census as report
from code_review_env.env.admission import census
from code_review_env.env.admission.proof import Check
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring.score import open_scorer
from code_review_env.tasks.bank import TaskBank

BANK = TaskBank.load()


def test_what_is_chosen() -> None:
    """Every frozen task, and as many of training as asked for, family by family and the same each time."""
    wanted = census.chosen(BANK, 50)
    frozen = sum(bool(task.family) for task in BANK.entries)
    assert Counter(one.split == "train" for one in wanted) == {True: 50, False: frozen}
    assert census.chosen(BANK, 50) == wanted
    families = [one.family for one in wanted]
    assert sorted(set(families), key=families.index) == [one for at, one in enumerate(families) if one != families[at - 1]]


@pytest.fixture(scope="module")
def found() -> list[census.Proven]:
    """Three tasks of the bank, one of them with a check that failed."""
    wanted = [next(one for one in census.chosen(BANK, 3) if one.stage == stage) for stage in ("easy", "medium", "hard")]
    with open_scorer(PoolSettings(workers=1)) as scorer:
        proven = list(census.census(scorer, wanted, {}))
    failed = replace(proven[0], checks=(*proven[0].checks, Check("canary: <b>", ok=False, detail="0.990")))
    return [failed, *proven[1:]]


def test_what_held_is_not_tried_again(found: list[census.Proven]) -> None:
    """A census goes on from the lines of an earlier one; what failed there is tried again, and holds."""
    known = {one.id: census.Proven.of(json.loads(json.dumps(one.row))) for one in found}
    assert list(known.values()) == found
    wanted = [BANK.find(one.name) for one in found]
    with open_scorer(PoolSettings(workers=1)) as scorer:
        again = list(census.census(scorer, wanted, known))
    assert [one is known[one.id] for one in again] == [False, True, True]
    assert [one.ok for one in again] == [True, True, True]


def test_every_figure_is_counted(found: list[census.Proven]) -> None:
    """Tasks, checks and rules add up, and the failure is named."""
    told = report.summary(found)
    name = found[0].name
    assert (told["tasks"], told["admitted"], told["failed"]) == (3, 2, [f"{name}: canary: <b>: 0.990"])
    assert told["stages"] == {"easy": 1, "hard": 1, "medium": 1}
    checks = json.loads(json.dumps(told["checks"]))
    assert checks["oracle clears"] == checks["same again"] == checks["same behaviour"] == {"made": 3, "held": 3}
    assert checks["canary"]["made"] == checks["canary"]["held"] + 1 > 3
    rules = json.loads(json.dumps(told["rules"]))
    assert rules["C901"] == rules["S602"] == 1


def test_the_page_holds_everything_and_loads_nothing(found: list[census.Proven]) -> None:
    """Six plots, the failure in words, no address of another host and no tag out of a text."""
    facts = dict.fromkeys(("date", "machine", "python", "ruff", "digest", "seconds"), "x")
    page = report.html(facts | report.summary(found))
    assert page.count("<svg") == 6
    assert "2 of 3 tasks admitted" in page
    assert "canary: &lt;b&gt;: 0.990" in page
    assert re.findall(r"(?:src|href)=|url\(|@import", page) == []
    assert set(re.findall(r"https?://[^\"' ]+", page)) == {"http://www.w3.org/2000/svg"}


SAMPLE = 100
"""Tasks of training beside the frozen ones; `make admission` takes 2,000."""


@pytest.mark.proof
@pytest.mark.timeout(3600)
def test_every_frozen_task_is_admitted(tmp_path: Path, print_table: Callable[[str], None]) -> None:
    """And some of training: each check of each of them holds."""
    told = report.report(tmp_path, SAMPLE)
    print_table(f"admission: {told['admitted']} of {told['tasks']} tasks, {told['checks']}")
    assert told["failed"] == []
    assert told["tasks"] == told["admitted"] == SAMPLE + sum(bool(task.family) for task in BANK.entries)
