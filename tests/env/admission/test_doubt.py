"""Survivors: a mutant is presumed equivalent only after many different calls, and one that differs is not."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from code_review_env.env.admission.doubt import doubted
from code_review_env.env.admission.kills import Kill
from code_review_env.env.admission.mutants import Mutant
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring.score import Scorer, open_scorer
from code_review_env.tasks.families.hard import first_fit
from code_review_env.tasks.family import Draw, Family
from code_review_env.tasks.task import Case

SOURCE: Final = "def grade(points: int) -> str:\n    return 'high' if points > 1234 else 'low'\n"
FAMILY: Final[Family] = replace(
    first_fit.FAMILY,
    entry="grade",
    oracle=SOURCE,
    examples=(Case((5,)),),
    draws=(Draw("large", "partition", lambda rng: Case((rng.randrange(2000, 10**9),))),),
    files={},
)
"""Its generator never comes near the one constant of its program."""


@pytest.fixture(scope="module")
def scorer() -> Iterator[Scorer]:
    """One with the real sandbox."""
    with open_scorer(PoolSettings(workers=1)) as scorer:
        yield scorer


def survivor(old: str, new: str) -> Kill:
    """A mutant that no case has noticed so far."""
    return Kill(Mutant(2, f"{old} -> {new}", SOURCE.replace(old, new)), frozenset())


@pytest.mark.parametrize(("old", "new"), [("> 1234", ">= 1234"), ("1234", "1233"), ("1234", "1235")])
def test_calls_are_mined_from_the_mutant(scorer: Scorer, old: str, new: str) -> None:
    """A difference at one number, which no draw of the family reaches, is found at the constants of the mutant."""
    found = doubted(scorer, FAMILY, survivor(old, new), 2000)
    assert (found.agreed, found.equivalent) == (0, False)


def test_the_same_program_is_presumed_equivalent(scorer: Scorer) -> None:
    """After as many different calls as are wanted, those on which it agreed are told."""
    found = doubted(scorer, FAMILY, survivor("points > 1234", "1234 < points"), 500)
    assert found.equivalent
    assert 500 <= found.agreed < 1000
