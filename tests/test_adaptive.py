"""The curriculum that follows the learner."""

from collections import Counter

import pytest

from code_review_env.adaptive import LADDER, Choice, Rule, Standing, choose, observe

RULE = Rule(window=4, promote_at=0.8, demote_at=0.3, last_k=2, mixed=0.25)


def played(standing: Standing, *results: float) -> Standing:
    """Episodes on the rung where the learner stands."""
    for result in results:
        stage, level = LADDER[standing.rung]
        standing = observe(standing, Choice(standing.rung, stage, level, 0), result, rule=RULE)
    return standing


def test_a_full_window_promotes_and_begins_anew() -> None:
    """Three good returns are not four."""
    assert played(Standing(), 1.0, 1.0, 1.0) == Standing(0, (1.0, 1.0, 1.0))
    assert played(Standing(), 1.0, 1.0, 1.0, 1.0) == Standing(1)
    assert played(Standing(), 0.0, 1.0, 1.0, 1.0).rung == 0
    assert played(Standing(), 0.0, 1.0, 1.0, 1.0, 1.0).rung == 1


def test_a_bad_window_demotes_and_the_ends_hold() -> None:
    """Nobody falls off the bottom or climbs off the top."""
    assert played(Standing(3), 0.0, 0.2, 0.1, 0.3) == Standing(2)
    assert played(Standing(), *[0.0] * 9).rung == 0
    assert played(Standing(len(LADDER) - 1), *[1.0] * 9).rung == len(LADDER) - 1


def test_between_the_lines_nothing_moves() -> None:
    """A window in the middle stays where it is and slides."""
    assert played(Standing(3), *[0.5] * 20) == Standing(3, (0.5,) * 4)


def test_lower_rungs_are_mixed_in_and_move_nobody() -> None:
    """About the stated share goes to the last rungs below, and no other."""
    rungs = Counter(choose(Standing(5), seed, rule=RULE).rung for seed in range(4000))
    assert set(rungs) == {3, 4, 5}
    assert 0.20 < (rungs[3] + rungs[4]) / 4000 < 0.30
    assert observe(Standing(5), Choice(4, "easy", 5, 0), 1.0, rule=RULE) == Standing(5)


def test_weak_families_come_more_often() -> None:
    """A family that is solved still comes."""
    families = {"easy": ["strong", "weak"]}
    standing = Standing(0, (), {"strong": 1.0, "weak": 0.0})
    counts = Counter(choose(standing, seed, families).family for seed in range(2000))
    assert counts["weak"] > 5 * counts["strong"] > 0


def test_the_same_seed_gives_the_same_choice() -> None:
    """And its arguments are those of `reset`."""
    choice = choose(Standing(7), 11)
    assert choice == choose(Standing(7), 11)
    assert choice.options().keys() == {"level", "seed", "stage"}
    assert choose(Standing(0), 1, {"easy": ["a"]}).options().keys() == {"level", "seed", "family"}


@pytest.mark.parametrize("wrong", [{"window": 0}, {"promote_at": 0.2}, {"mixed": 1.0}, {"demote_at": -0.1}, {"last_k": -1}])
def test_doubtful_rules_are_refused(wrong: dict[str, float]) -> None:
    """A rule under which a learner would move both ways, or never."""
    with pytest.raises(ValueError, match="must hold"):
        Rule(**wrong)


def test_returns_outside_the_range_are_refused() -> None:
    """A sum of step rewards is no return."""
    with pytest.raises(ValueError, match=r"\[0, 1\]"):
        observe(Standing(), Choice(0, "easy", 1, 0), 1.5)
