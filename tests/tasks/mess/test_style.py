"""The style mess: each way of making a source worse is found by its rule, and none changes what a program does."""

import hashlib
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import pytest

from code_review_env.env.analysis.ruff import Ruff
from code_review_env.env.scoring.score import Scorer, open_scorer
from code_review_env.server.settings import Settings
from code_review_env.tasks.families import load_families
from code_review_env.tasks.family import Family
from code_review_env.tasks.mess.edit import Transform, applied
from code_review_env.tasks.mess.source import Source
from code_review_env.tasks.mess.style import TRANSFORMS

RULES: Final = ("E", "W", "F")

EVERYTHING: Final = '''\
"""Prices on the board of a snack bar."""

import re
from math import ceil

PRICES = {"tea": 180, "soup": 420}
CODE = re.compile(r"^\\d+\\w$")
BIG = 100


def rounded(cents):
    """To the next five."""
    return ceil(cents / 5) * 5


def known(name):
    """Whether the board has it."""
    if name in PRICES:
        return True
    return False


def board(names, code=None, table=None):
    """A line for each name.

    A code that is no code is an error, and so is anything but a text. Names that
    are not on the board are told as such.
    """
    if code is not None and not CODE.match(code):
        raise ValueError(f"bad code {code}")
    lines = []
    for name in names:
        if not isinstance(name, str) or name.startswith("#"):
            raise TypeError("a name is a text")
        try:
            price = (table or PRICES)[name]
        except KeyError:
            lines.append(f"{name}: not today")
            continue
        if known(name) and name not in ("tea", "coffee"):
            price = rounded(price)
        lines.append(
            f"{name}: {price} cents for one of them to take away, {code} at the counter"
        )
    return lines
'''
"""Offers something to every transform."""


def easy() -> list[Family]:
    """The families of the stage."""
    return [family for family in load_families() if family.stage == "easy"]


def made_worse(text: str, transform: Transform, most: int = 3) -> str:
    """The source after one transform."""
    return applied(Source(text), transform, random.Random(transform.name), most).text  # noqa: S311 - a draw, no secret


@pytest.fixture(scope="module")
def scorer() -> Iterator[Scorer]:
    """One with the real sandbox."""
    with open_scorer(replace(Settings().pool(), workers=1), lint="server") as scorer:
        yield scorer


@pytest.mark.parametrize("transform", TRANSFORMS, ids=lambda one: f"{one.rule} {one.name}")
def test_a_transform_is_found_by_its_rule(transform: Transform) -> None:
    """A source without a finding has one of the promised rule afterwards, and keeps its tree where that is promised."""
    assert not Ruff.installed().lint(EVERYTHING, select=RULES)
    found = Ruff.installed().lint(made_worse(EVERYTHING, transform), select=RULES)
    assert transform.rule in {one.rule for one in found}


def test_no_transform_changes_behaviour(scorer: Scorer) -> None:
    """Every transform, on a family that offers it something: all groups pass, and the identity holds."""
    for transform in TRANSFORMS:
        offering = [family for family in easy() if family.oracle != made_worse(family.oracle, transform)]
        family = random.Random(transform.name).choice(offering)  # noqa: S311 - a draw, no secret
        report = scorer.score(family.clean(family.drawn("mess", 8)), made_worse(family.oracle, transform))
        wrong = [group.failure for group in report.groups if not group.passed]
        assert not wrong, f"{transform.name} on {family.name}: {wrong}\n{made_worse(family.oracle, transform)}"
        assert all(check.ok for check in report.identity)


def test_levels_grow_and_held_out_rules_stay_out_of_training(scorer: Scorer, print_table: Callable[[str], None]) -> None:
    """A task of every level of every family: more mess the higher the level, many rules, some of them never in training."""
    rules: dict[str, set[str]] = {"train": set(), "validation": set(), "test": set()}
    amounts: dict[int, list[int]] = {}
    for family in easy():
        groups = family.drawn(count=1)
        for level in family.levels:
            found = scorer.linter.lint(family.task(level, 0, groups).messy, select=RULES)
            rules[family.split] |= {one.rule for one in found}
            amounts.setdefault(level, []).append(len(found))
    means = [sum(found) / len(found) for _, found in sorted(amounts.items())]
    seen = set().union(*rules.values())
    print_table(f"findings of easy tasks by level: {', '.join(f'{mean:.1f}' for mean in means)}; {len(seen)} rules")
    assert all(min(found) > 0 for found in amounts.values())
    assert means == sorted(means)
    assert "invalid-syntax" not in seen
    assert len(seen) >= 27
    held_out = {one.rule for one in TRANSFORMS if one.held_out}
    assert not held_out & rules["train"]
    assert held_out & rules["test"]


DIGEST: Final = """
import hashlib
from code_review_env.tasks.families import load_families
digest = hashlib.sha256()
for family in load_families():
    for level in family.levels:
        digest.update(family.task(level, 7, family.drawn(count=1)).messy.encode())
print(digest.hexdigest())
"""


def test_tasks_are_the_same_in_every_process() -> None:
    """Whatever the seed of Python's hashes."""
    digests = {
        subprocess.run(
            [sys.executable, "-c", DIGEST], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert len(digests) == 1
    assert len(digests.pop()) == len(hashlib.sha256().hexdigest())
