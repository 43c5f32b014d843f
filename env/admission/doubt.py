"""Mutants that no chosen case noticed: the same program, or cases that are too weak? Thousands of other inputs tell."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Final

from code_review_env.env.admission.kills import Kill, kills, told_apart
from code_review_env.env.admission.mutants import Mutant
from code_review_env.env.scoring.score import Scorer
from code_review_env.tasks.family import Family
from code_review_env.tasks.inputs import MAX_INPUTS, inputs
from code_review_env.tasks.task import Case, Group

FURTHER: Final = 10_000
A_FEW: Final = 1_000
"""A surviving mutant that agrees with the oracle on so many more inputs is presumed to be the same program."""

MINED: Final = "mined boundaries"
"""Name of the group of generated calls."""

_DRAWN: Final = 200
"""Calls that each round takes from the generators of the family, beside `MAX_INPUTS` from the constants of the mutant."""

_STARTS: Final = 8
"""So many calls of a round are what its mined calls vary."""

_LEAST: Final = 20
"""Generators that have so few more different calls to give are asked no longer."""


def doubted(scorer: Scorer, family: Family, kill: Kill, wanted: int) -> Kill:
    """A survivor with what is known of it after `wanted` different calls that were chosen without it, or all there are.

    Raises:
        Unavailable: our machinery failed.
    """
    agreed = 0
    for groups in _rounds(family, kill.mutant):
        task, reference = told_apart(scorer, family, groups)
        (again,) = kills(scorer, task, reference, [kill.mutant])
        if again.noticed:
            return kill
        agreed += sum(len(group.cases) for group in task.groups if not group.visible)
        if agreed >= wanted:
            return replace(kill, agreed=agreed, equivalent=True)
    return replace(kill, agreed=agreed)


def _rounds(family: Family, mutant: Mutant) -> Iterator[tuple[Group, ...]]:
    """Calls of the family's generators, and variations of some of them at the constants of the mutant; none comes twice."""
    seen: set[tuple[str, str]] = set()
    each = -(-_DRAWN // len(family.draws))
    for turn in count():
        examples, *drawn = family.drawn(f"further/{turn}", each)
        starts = [case for group in drawn for case in group.cases]
        starts = starts[:: -(-len(starts) // _STARTS)]
        mined = inputs(mutant.source, family.entry, [*family.examples, *starts], count=MAX_INPUTS)
        made = (*drawn, Group(MINED, "boundary", tuple(one.case for one in mined)))
        known = len(seen)
        fresh = [replace(group, cases=_fresh(family, group.cases, seen)) for group in made]
        if len(seen) < known + _LEAST:
            return
        yield examples, *(group for group in fresh if group.cases)


def _fresh(family: Family, cases: tuple[Case, ...], seen: set[tuple[str, str]]) -> tuple[Case, ...]:
    found = []
    for case in cases:
        call = case.call(family.entry), repr(case.tools)
        if call not in seen:
            seen.add(call)
            found.append(case)
    return tuple(found)
