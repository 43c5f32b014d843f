"""The medium families as a whole: their number, what ruff finds, the styles in use, and what careless repairs earn."""

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import pytest

from code_review_env.env.admission.careless import careless
from code_review_env.env.analysis.ruff import Ruff
from code_review_env.env.scoring.reward import judge
from code_review_env.env.scoring.score import Scorer, open_scorer
from code_review_env.server.settings import Settings
from code_review_env.tasks.families import load_families
from code_review_env.tasks.family import Family
from code_review_env.tasks.likeness import shape

FAMILIES: Final = [family for family in load_families() if family.stage == "medium"]
CASES: Final = 12
"""Candidates of each group; the frozen corpus is chosen from more."""

SEEDS: Final = range(2)
ENOUGH: Final = 7
"""Different tasks of a family at five levels and two seeds; more seeds give more."""

STYLES: Final = {"f-string", "%", "format", "+", "join"}
HELD_OUT: Final = "% with a mapping"


@pytest.fixture(scope="module")
def scorer() -> Iterator[Scorer]:
    """One with the real sandbox."""
    with open_scorer(replace(Settings().pool(), workers=1), lint="server") as scorer:
        yield scorer


def messy_sources(family: Family) -> Iterator[str]:
    """Some originals of every level."""
    groups = family.drawn(count=1)
    for level in family.levels:
        yield from (family.task(level, seed, groups).messy for seed in SEEDS)


def style_of(node: ast.AST) -> str:
    """The way in which an expression puts a text together, empty for another expression."""
    found = ""
    match node:
        case ast.JoinedStr():
            found = "f-string"
        case ast.BinOp(op=ast.Mod(), right=ast.Dict()):
            found = HELD_OUT
        case ast.BinOp(op=ast.Mod()):
            found = "%"
        case ast.Call(func=ast.Attribute(attr="format")):
            found = "format"
        case ast.BinOp(op=ast.Add(), left=ast.Constant(value=str())):
            found = "+"
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=" "), attr="join")):
            found = "join"
    return found


def styles_of(source: str) -> Counter[str]:
    """How often each style occurs."""
    return Counter(filter(None, map(style_of, ast.walk(ast.parse(source)))))


def test_the_splits_have_their_families() -> None:
    """35 families, three small ones at least."""
    assert Counter(family.split for family in FAMILIES) == {"train": 25, "validation": 3, "test": 7}
    assert sum(family.tiny for family in FAMILIES) >= 3


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_ruff_finds_the_shell_and_the_tasks_differ(family: Family) -> None:
    """S602 on the least and the most messy original, nothing on the oracle; originals differ in more than names."""
    linter, sources = Ruff.installed(), list(messy_sources(family))
    assert not linter.lint(family.oracle, select=("S602", "S604", "S605"))
    assert all(linter.lint(source, select=("S602",)) for source in (sources[0], sources[-1]))
    assert len({shape(source) for source in sources}) >= ENOUGH


def test_every_style_occurs_and_one_is_held_out(print_table: Callable[[str], None]) -> None:
    """Training sees five styles, the other splits a sixth as well."""
    seen: dict[str, Counter[str]] = {}
    for family in FAMILIES:
        least = styles_of(family.oracle)
        for source in messy_sources(family):
            more = styles_of(source) - least
            seen.setdefault("train" if family.split == "train" else "held out", Counter()).update(more.keys())
    for name, counts in seen.items():
        print_table(f"string styles, {name}: " + ", ".join(f"{style} {count}" for style, count in counts.most_common()))
    assert set(seen["train"]) == STYLES
    assert set(seen["held out"]) == STYLES | {HELD_OUT}


@pytest.mark.parametrize("family", FAMILIES[::3], ids=lambda family: family.name)
def test_careless_repairs_do_not_clear(scorer: Scorer, family: Family) -> None:
    """`command.split()`, `shlex.split`, a swallowed error and a filter of signs stay under the line; the oracle clears."""
    task = family.task(3, 0, family.drawn(count=CASES))
    assert scorer.curriculum.cleared(judge(scorer.score(task, family.oracle), scorer.curriculum).seed)
    for repair in careless(task):
        reward = judge(scorer.score(task, repair.code), scorer.curriculum).seed
        assert not scorer.curriculum.cleared(reward), f"{repair.name}: {reward}"
