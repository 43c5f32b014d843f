"""The frozen cases of a family: few, chosen so that together they notice every mutant that many noticed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from code_review_env.env.admission.careless import filters
from code_review_env.env.admission.doubt import FURTHER, MINED, doubted
from code_review_env.env.admission.kills import Kill, Place, kills, told_apart
from code_review_env.env.admission.mutants import Mutant, mutants
from code_review_env.env.scoring.reference import Reference
from code_review_env.env.scoring.score import Scorer
from code_review_env.tasks.curriculum import load_curriculum
from code_review_env.tasks.family import CASES_PER_DRAW, Family
from code_review_env.tasks.inputs import inputs
from code_review_env.tasks.task import Group

MAX_CASES: Final = 60
LEAST_PER_GROUP: Final = 3
USUAL_CASES: Final = 40
"""Groups are filled up evenly to about so many hidden cases: a few more than the mutants ask for."""

PROCESS_CASES: Final = 160
"""Candidates of a family whose programs start others, where a call costs some twenty plain ones."""

MINED_CALLS: Final = 200
"""Calls generated from the examples and from the constants of the oracle."""


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
        return sum(kill.noticed for kill in alive) / len(alive) if alive else 1.0

    @property
    def survivors(self) -> tuple[Mutant, ...]:
        """Mutants that nothing noticed and that are not presumed equivalent."""
        return tuple(kill.mutant for kill in self.kills if not (kill.noticed or kill.equivalent))

    @property
    def agreed(self) -> int | None:
        """Further inputs on which every mutant that is presumed equivalent agreed, at least; None without such a mutant."""
        return min((kill.agreed for kill in self.kills if kill.equivalent), default=None)


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
    wrong = _wrong(family)
    subtle = [kill.mutant for kill in _shown(scorer, family, wrong) if not kill.noticed]
    count = PROCESS_CASES // len(family.draws) if _starts_others(family) else CASES_PER_DRAW
    candidates = told_apart(scorer, family, (*family.drawn(count=count), *_mined(family)))
    return measured(scorer, family, _cover(candidates[1], kills(scorer, *candidates, subtle)), further)


def measured(scorer: Scorer, family: Family, groups: tuple[Group, ...], further: int = FURTHER) -> Corpus:
    """How strong given cases of a family are.

    Args:
        scorer: runs oracle and mutants.
        family: whose cases they are.
        groups: the cases; those that say nothing are left out.
        further: as in `freeze`.

    Raises:
        InvalidParameter: as in `freeze`.
        Unavailable: our machinery failed.
    """
    task, reference = told_apart(scorer, family, groups)
    found = kills(scorer, task, reference, _wrong(family))
    return Corpus(task.groups, tuple(kill if kill.noticed else doubted(scorer, family, kill, further) for kill in found))


def _wrong(family: Family) -> tuple[Mutant, ...]:
    return *mutants(family.oracle), *filters(family)


def _starts_others(family: Family) -> bool:
    return load_curriculum().stage(family.stage).processes


def _shown(scorer: Scorer, family: Family, wrong: Sequence[Mutant]) -> tuple[Kill, ...]:
    """Every mutant against the visible examples alone, which give many away."""
    return kills(scorer, *told_apart(scorer, family, family.drawn(count=1)[:1]), wrong)


def _mined(family: Family) -> Iterator[Group]:
    """Calls at the constants of the oracle; not for programs that start others, whose words have meanings."""
    if not _starts_others(family):
        found = inputs(family.oracle, family.entry, family.examples, count=MINED_CALLS)
        if found:
            yield Group(MINED, "boundary", tuple(one.case for one in found))


def _cover(reference: Reference, found: Sequence[Kill]) -> tuple[Group, ...]:
    """Greedy set cover of the mutants, then the first cases of each group up to its share."""
    groups = [one.group for one in reference.expected]
    hidden = {at for at, group in enumerate(groups) if not group.visible}
    open_ = [kill.by for kill in found if kill.by and not kill.stopped and not any(at not in hidden for at, _ in kill.by)]
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
