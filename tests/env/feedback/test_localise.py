"""Lines of failing groups: the ranking by hand, the watched run, and how often it is right."""

import json
import math
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from code_review_env.env.admission.mutants import Mutant, mutants
from code_review_env.env.feedback.localise import TOP, Case, Localiser, rank, suspects_of, watch
from code_review_env.env.feedback.statements import Statement
from code_review_env.env.sandbox import codec
from code_review_env.env.sandbox.program import Call, Program, Verdict
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring.score import Scorer, open_scorer
from code_review_env.tasks.chance import chance
from code_review_env.tasks.families import load_families
from code_review_env.tasks.family import Family
from code_review_env.tasks.rows import groups_from_rows
from code_review_env.tasks.task import Task

CASES = Path(__file__).parents[3] / "tasks" / "data" / "cases"
EACH = 4
"""Mutants of every family in the proof."""

SOURCE = '''"""Doc."""
import os

LIMIT = 3


def f(a, b=(
    1)):
    """Doc."""
    if (a and
            b):
        return [
            a,
        ]
    try:
        a += 1
    except ValueError:
        pass
    match a:
        case 1:
            return 1
    return a
'''


def test_statements_are_what_can_be_blamed() -> None:
    """Heads without what they hold, simple statements over all their rows; no docstring, import or `def`."""
    found = [(one.first, one.last, one.always) for one in suspects_of(SOURCE)]
    assert found == [
        (4, 4, True),
        (10, 11, False),
        (12, 14, False),
        (15, 15, False),
        (16, 16, False),
        (17, 17, False),
        (18, 18, False),
        (19, 19, False),
        (20, 20, False),
        (21, 21, False),
        (22, 22, False),
    ]
    assert suspects_of("def f(:") == ()


def test_the_coefficient_by_hand() -> None:
    """Two failing and two passing cases: ef / sqrt(f * (ef + ep)); what no failing case ran is innocent; later goes first."""
    known = [Statement(row, row, always=row == 1) for row in (1, 2, 3, 4, 5)]
    cases = [
        Case("g", passed=False, lines=frozenset({2, 3})),
        Case("g", passed=False, lines=frozenset({2, 4})),
        Case("g", passed=True, lines=frozenset({2, 5})),
        Case("g", passed=True, lines=frozenset({4})),
    ]
    assert [(one.rows[0], one.score) for one in rank(known, cases)] == [
        (2, pytest.approx(2 / math.sqrt(2 * 3))),
        (3, pytest.approx(1 / math.sqrt(2 * 1))),
        (1, pytest.approx(2 / math.sqrt(2 * 4))),
        (4, pytest.approx(1 / math.sqrt(2 * 2))),
    ]


@pytest.fixture(scope="module")
def scorer() -> Iterator[Scorer]:
    """A real scorer."""
    with open_scorer(PoolSettings(workers=1)) as opened:
        yield opened


def program(source: str, *calls: int, trace: bool = True) -> Program:
    """Calls of `f` with one number each, a group for each."""
    return Program(source, "f", tuple((Call((number,)),) for number in calls), trace=trace)


LOOP = "def f(a):\n    while a:\n        a += 1\n    return a\n"


def test_a_watched_run_tells_lines_and_an_unwatched_one_none(scorer: Scorer) -> None:
    """Each call its own; an endless loop is broken off and still tells; results are what they are without watching."""
    execution = scorer.pool.run(program(LOOP, 0, 1))
    assert [group[0].lines for group in execution.groups] == [(2, 4), (2, 3)]
    assert [group[0].kind for group in execution.groups] == ["value", "raise"]
    assert scorer.pool.run(program(LOOP, 0, trace=False)).groups[0][0].lines == ()


def test_a_watched_run_is_confined_like_any_other(scorer: Scorer) -> None:
    """Text of its own ends it, and tracing lines itself ends a run that is not watched."""
    assert scorer.pool.run(program("def f(a):\n    return eval('a')\n", 1)).verdict is Verdict.DYNAMIC_CODE
    tracing = "import sys\n\n\ndef f(a):\n    sys.settrace(None)\n    return a\n"
    assert scorer.pool.run(program(tracing, 1, trace=False)).verdict is Verdict.DYNAMIC_CODE
    assert scorer.pool.run(program(tracing, 1)).groups[0][0].lines == (5,)


PEEK = """import sys


def f(a):
    watcher = sys.gettrace().__self__
    return sorted(vars(watcher)), sorted(name for name in sys.gettrace().__func__.__globals__ if name[0] != "_")
"""


def test_a_submission_finds_nothing_in_the_watcher(scorer: Scorer) -> None:
    """What it can reach holds rows and a counter, and no other module of the machinery."""
    value = scorer.pool.run(program(PEEK, 1)).groups[0][0].value
    told = codec.render(value, 1000)
    assert told == "(['_left', '_own', '_seen'], ['Any', 'Enough', 'Final', 'FrameType', 'Lines', 'TracebackType', 'sys'])"


def clean(family: Family) -> Task:
    """The right program of a family with its chosen cases."""
    lines = (CASES / f"{family.name}.jsonl").read_text("utf-8").splitlines()
    return family.clean(groups_from_rows([json.loads(line) for line in lines]))


def faults(family: Family, count: int) -> list[Mutant]:
    """Some of its single-fault mutants, the same in every run."""
    found = list(mutants(family.oracle))
    chance(family.name).shuffle(found)
    return found[:count]


def ready() -> Iterator[Family]:
    """Families with chosen cases."""
    return (family for family in load_families() if (CASES / f"{family.name}.jsonl").exists())


def tried(scorer: Scorer, families: Iterator[Family], each: int) -> Iterator[tuple[str, bool, float]]:
    """For each mutant that some case notices: stage, whether its line is among the first `TOP`, and the chance of that."""
    for family in families:
        task = clean(family)
        for fault in faults(family, each):
            cases = watch(scorer, task, fault.source)
            if all(case.passed for case in cases):
                continue
            known = suspects_of(fault.source)
            top = [one.rows for one in rank(known, cases)[:TOP]]
            right = sum(one.first <= fault.line <= one.last for one in known)
            yield family.stage, any(first <= fault.line <= last for first, last in top), blind(right, len(known))


def blind(right: int, among: int) -> float:
    """Chance that one of `TOP` statements drawn without looking is right."""
    wrong = math.comb(among - right, TOP) / math.comb(among, TOP) if among >= TOP else 0.0
    return 1.0 - wrong if right else 0.0


def test_a_sample_of_faults_is_found_more_often_than_by_chance(scorer: Scorer) -> None:
    """One mutant of each of twelve families; in the proof four of each."""
    found = list(tried(scorer, islice(ready(), 0, None, 10), 1))
    assert len(found) >= 10
    assert sum(hit for _, hit, _ in found) > 1.5 * sum(luck for _, _, luck in found)


@pytest.mark.proof
def test_faults_are_found_more_often_than_by_chance(scorer: Scorer, print_table: Callable[[str], None]) -> None:
    """At least 200 single-fault mutants over all families: share with the faulty line in the first three."""
    found = list(tried(scorer, ready(), EACH))
    lines = [f"{'stage':8}{'mutants':>9}{'in top 3':>10}{'by chance':>11}"]
    for stage in ("easy", "medium", "hard", "all"):
        rows = [(hit, luck) for where, hit, luck in found if stage in {where, "all"}]
        share, luck = (sum(row[at] for row in rows) / len(rows) for at in (0, 1))
        lines.append(f"{stage:8}{len(rows):>9}{share:>10.1%}{luck:>11.1%}")
    print_table("\n".join(lines))
    assert len(found) >= 200
    assert sum(hit for _, hit, _ in found) > 2 * sum(luck for _, _, luck in found)


def test_answers_are_kept_and_name_the_failing_groups_alone(scorer: Scorer) -> None:
    """The same submission is watched once; only failing groups are told, three statements at most."""
    family = next(ready())
    task, fault = clean(family), faults(family, 1)[0]
    report = scorer.score(task, fault.source)
    localiser = Localiser(scorer)
    found = localiser.of(task, report, fault.source)
    assert localiser.of(task, report, fault.source) is found
    failing = {group.name for group in report.groups if not group.passed}
    assert {group for group, _ in found.groups} == failing != set()
    assert all(0 < len(rows) <= TOP for _, rows in found.groups)


def test_nothing_is_watched_where_nothing_fails(scorer: Scorer) -> None:
    """A right program and one that does not parse have nothing to locate."""
    task = clean(next(ready()))
    right = scorer.score(task, task.reference)
    assert Localiser(scorer).of(task, right, task.reference).groups == ()
    broken = scorer.score(task, "def f(:")
    assert Localiser(scorer).of(task, broken, "def f(:").groups == ()
