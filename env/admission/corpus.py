"""The frozen cases of a family: few, chosen so that together they notice every mutant that many noticed."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from code_review_env.env.admission.careless import filters
from code_review_env.env.admission.mutants import Mutant, mutants
from code_review_env.env.sandbox.program import Execution, Verdict
from code_review_env.env.scoring.functional import passes
from code_review_env.env.scoring.reference import Reference, program_of
from code_review_env.env.scoring.score import Scorer
from code_review_env.tasks.family import CASES_PER_DRAW, Family
from code_review_env.tasks.inputs import MAX_INPUTS, inputs
from code_review_env.tasks.task import Group, Task

MAX_CASES: Final = 60
LEAST_PER_GROUP: Final = 3
USUAL_CASES: Final = 40
"""Groups are filled up evenly to about so many hidden cases: a few more than the mutants ask for."""

PROCESS_CASES: Final = 160
"""Candidates of a family of the medium stage, where a call costs some twenty others."""

MINED: Final = 200
"""Calls generated from the examples and from the constants of the oracle."""

FURTHER: Final = 10_000
A_FEW: Final = 1_000
"""A surviving mutant that agrees with the oracle on so many more inputs is presumed to be the same program."""

BOUNDARIES: Final = "mined boundaries"
"""Name of the group of generated calls."""

_ROUND: Final = 500
"""Cases of one run of the sandbox."""

Place = tuple[int, int]
"""A case by the index of its group and its own."""


@dataclass(frozen=True, slots=True)
class Kill:
    """What became of a mutant.

    Attributes:
        mutant: the wrong program.
        by: cases that noticed it; empty for one that survived.
        stopped: it did not run to its end, so that every case noticed.
        equivalent: survived, and agreed on `FURTHER` inputs.
    """

    mutant: Mutant
    by: frozenset[Place]
    stopped: bool = False
    equivalent: bool = False


@dataclass(frozen=True, slots=True)
class Corpus:
    """The cases of a family with the proof of their strength.

    Attributes:
        groups: visible and hidden, `MAX_CASES` hidden cases at most.
        kills: every mutant against exactly these groups.
    """

    groups: tuple[Group, ...]
    kills: tuple[Kill, ...]

    @property
    def kill_rate(self) -> float:
        """Noticed mutants of those that are not presumed equivalent, in [0, 1]."""
        alive = [kill for kill in self.kills if not kill.equivalent]
        return sum(bool(kill.by) or kill.stopped for kill in alive) / len(alive) if alive else 1.0

    @property
    def survivors(self) -> tuple[Mutant, ...]:
        """Mutants that nothing noticed and that are not presumed equivalent."""
        return tuple(kill.mutant for kill in self.kills if not (kill.by or kill.stopped or kill.equivalent))


def freeze(scorer: Scorer, family: Family, further: int = FURTHER) -> Corpus:
    """Choose the cases of a family.

    Args:
        scorer: runs oracle and mutants.
        family: whose cases are chosen.
        further: inputs on which a survivor must agree to be presumed equivalent; fewer make a first look quicker.

    Raises:
        InvalidParameter: the oracle does not run, or fails on every example.
        Unavailable: our machinery failed.
    """
    wrong = (*mutants(family.oracle), *filters(family))
    given_away = {kill.mutant: kill for kill in _shown(scorer, family, wrong) if kill.by or kill.stopped}
    subtle = [mutant for mutant in wrong if mutant not in given_away]
    count = CASES_PER_DRAW if family.stage != "medium" else PROCESS_CASES // len(family.draws)
    candidates = _reference(scorer, family, (*family.drawn(count=count), *_mined(family)))
    groups = _cover(candidates[1], _kills(scorer, *candidates, subtle))
    task, reference = _reference(scorer, family, groups)
    kills = sorted((*given_away.values(), *_kills(scorer, task, reference, subtle)), key=lambda kill: wrong.index(kill.mutant))
    return Corpus(task.groups, tuple(_doubted(scorer, family, kill, further) for kill in kills))


def _shown(scorer: Scorer, family: Family, wrong: Sequence[Mutant]) -> tuple[Kill, ...]:
    """Every mutant against the visible examples alone, which give many away."""
    return _kills(scorer, *_reference(scorer, family, family.drawn(count=1)[:1]), wrong)


def _mined(family: Family) -> Iterator[Group]:
    """Calls at the constants of the oracle; not for programs that start others, whose words have meanings."""
    if family.stage != "medium":
        found = inputs(family.oracle, family.entry, family.examples, count=MINED)
        if found:
            yield Group(BOUNDARIES, "boundary", tuple(one.case for one in found))


def _reference(scorer: Scorer, family: Family, groups: tuple[Group, ...]) -> tuple[Task, Reference]:
    """The oracle as a task of exactly the cases that say something about it."""
    task = family.clean(groups)
    reference = scorer.references.of(task)
    kept = tuple(one.group for one in reference.expected)
    return replace(task, groups=kept), reference


def _kills(scorer: Scorer, task: Task, reference: Reference, wrong: Sequence[Mutant]) -> tuple[Kill, ...]:
    groups = tuple(one.group.cases for one in reference.expected)
    found = []
    for mutant in wrong:
        program = replace(program_of(task, mutant.source, groups), limits=reference.limits, audit="record")
        execution = scorer.pool.run(program)
        found.append(Kill(mutant, _noticed(task, reference, execution), stopped=execution.verdict is not Verdict.OK))
    return tuple(found)


def _noticed(task: Task, reference: Reference, execution: Execution) -> frozenset[Place]:
    return frozenset(
        (at, index)
        for at, (expected, outcomes) in enumerate(zip(reference.expected, execution.groups, strict=True))
        for index, outcome in enumerate(outcomes)
        if not passes(task, expected, index, outcome)
    )


def _cover(reference: Reference, kills: Sequence[Kill]) -> tuple[Group, ...]:
    """Greedy set cover of the mutants, then the first cases of each group up to its share."""
    groups = [one.group for one in reference.expected]
    hidden = {at for at, group in enumerate(groups) if not group.visible}
    open_ = [kill.by for kill in kills if kill.by and not kill.stopped and not any(at not in hidden for at, _ in kill.by)]
    chosen: set[Place] = set()
    while open_ and len(chosen) < MAX_CASES - LEAST_PER_GROUP * len(hidden):
        counts: dict[Place, int] = {}
        for by in open_:
            for place in by:
                counts[place] = counts.get(place, 0) + 1
        best = max(counts, key=lambda place: (counts[place], -place[0], -place[1]))
        chosen.add(best)
        open_ = [by for by in open_ if best not in by]
    least = max(LEAST_PER_GROUP, USUAL_CASES // len(hidden))
    while len(chosen) + least * len(hidden) > MAX_CASES and least > LEAST_PER_GROUP:
        least -= 1
    return tuple(group if group.visible else _kept(at, group, chosen, least) for at, group in enumerate(groups))


def _kept(at: int, group: Group, chosen: set[Place], least: int) -> Group:
    indices = {index for where, index in chosen if where == at}
    spare = (index for index in range(len(group.cases)) if index not in indices)
    while len(indices) < least and (index := next(spare, None)) is not None:
        indices.add(index)
    return replace(group, cases=tuple(group.cases[index] for index in sorted(indices)))


def _doubted(scorer: Scorer, family: Family, kill: Kill, count: int) -> Kill:
    """A survivor is presumed equivalent when it agrees on `count` inputs that were chosen without it."""
    if kill.by or kill.stopped:
        return kill
    further = _further(family, kill.mutant, count)
    return replace(kill, equivalent=not any(_differs(scorer, family, kill.mutant, groups) for groups in further))


def _further(family: Family, mutant: Mutant, count: int) -> Iterator[tuple[Group, ...]]:
    """Calls at the constants of the mutant first, then other draws of the family."""
    if family.stage != "medium":
        mined = inputs(mutant.source, family.entry, family.examples, count=MAX_INPUTS)
        if mined:
            yield family.drawn(count=1)[0], Group(BOUNDARIES, "boundary", tuple(one.case for one in mined))
    each = math.ceil(_ROUND / len(family.draws))
    for turn in range(math.ceil(count / _ROUND)):
        yield family.drawn(f"further/{turn}", each)


def _differs(scorer: Scorer, family: Family, mutant: Mutant, groups: tuple[Group, ...]) -> bool:
    task, reference = _reference(scorer, family, groups)
    (kill,) = _kills(scorer, task, reference, [mutant])
    return bool(kill.by) or kill.stopped
