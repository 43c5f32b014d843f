"""The process reward as arithmetic: the paper's examples, its properties, and what must not be farmed."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from code_review_env.potential import Components, ProcessStep, Weights, judge_step, phi

SHARE = st.floats(0.0, 1.0)
WEIGHT = st.floats(0.0, 10.0)
COUNT = st.integers(0, 500).map(float)
STATE = st.builds(Components, d=COUNT, s=SHARE, a=SHARE, e=st.just(0.0))
ANY = st.builds(
    Components, d=st.one_of(st.none(), COUNT), s=SHARE, a=SHARE, e=st.sampled_from([0.0, 1.0]), scope=st.sampled_from("xy")
)
WEIGHTS = st.builds(Weights, WEIGHT, WEIGHT, WEIGHT, WEIGHT)
BUSY = Components(d=5, s=0.0, a=0.70, e=0.0)


def played(states: list[Components], weights: Weights, *, finished: bool = False) -> list[ProcessStep]:
    """Every step from the first state on."""
    steps: list[ProcessStep] = []
    for number, after in enumerate(states[1:], 1):
        before = steps[-1].components if steps else states[0]
        steps.append(judge_step(before, after, weights, last=finished and number == len(states) - 1))
    return steps


def discounted(steps: list[ProcessStep], gamma: float) -> float:
    """Return of an episode."""
    return sum(gamma**number * step.value for number, step in enumerate(steps))


def test_the_first_worked_example() -> None:
    """D 5 -> 2, S 0 -> 1, A 0.70 -> 0.94, E 0."""
    assert judge_step(BUSY, Components(d=2, s=1.0, a=0.94, e=0.0), Weights()).value == 1.924


def test_the_second_worked_example() -> None:
    """A conflict with nothing changed costs the error alone."""
    assert judge_step(BUSY, replace(BUSY, e=1.0), Weights()).value == -0.5


@given(st.lists(STATE, min_size=2, max_size=12), WEIGHTS)
def test_without_discount_the_steps_telescope(states: list[Components], weights: Weights) -> None:
    """Whatever lies between, the sum is the difference of the last and the first state."""
    total = sum(step.value for step in played(states, weights))
    assert total == pytest.approx(phi(states[-1], weights) - phi(states[0], weights), abs=1e-6)


@given(STATE, COUNT, SHARE, SHARE, WEIGHTS)
def test_an_improvement_never_costs(before: Components, fewer: float, s: float, a: float, weights: Weights) -> None:
    """Fewer diagnostics, more safety, more confidence and no error: at least 0."""
    after = Components(d=max(0.0, (before.d or 0.0) - fewer), s=max(before.s, s), a=max(before.a, a), e=0.0)
    assert judge_step(before, after, weights).value >= 0.0


def test_no_answer_is_not_no_diagnostics() -> None:
    """Silence costs the error; the diagnostics stay as many as they were, also for the step after it."""
    silent, loud = played([BUSY, replace(BUSY, d=None, e=1.0), replace(BUSY, d=2)], Weights())
    assert (silent.value, silent.components.d, silent.phi) == (-0.5, 5, phi(BUSY, Weights()))
    assert loud.value == 1.5


def test_a_first_count_earns_and_costs_nothing() -> None:
    """Where even the original could not be counted there is nothing to compare with."""
    unknown = replace(BUSY, d=None, e=1.0)
    (step,) = played([unknown, BUSY], Weights())
    assert (step.value, step.scope_changed) == (0.0, True)


def test_fewer_diagnostics_over_another_scope_earn_nothing() -> None:
    """A comment that asks an analyser to look away changes the scope."""
    step = judge_step(BUSY, replace(BUSY, d=0, s=1.0, scope="one suppression more"), Weights())
    assert (step.value, step.scope_changed) == (0.4, True)


def test_changing_the_scope_to_and_fro_is_no_farm() -> None:
    """If more diagnostics were free under a changed scope, removing them under the same one would earn for ever."""
    worse = replace(BUSY, d=25, scope="other")
    round_trip = [BUSY, worse, replace(worse, d=5), BUSY]
    assert sum(step.value for step in played(round_trip * 5, Weights())) <= 0.0


@given(st.lists(ANY, min_size=1, max_size=6), st.integers(2, 4), WEIGHTS)
def test_no_cycle_earns(states: list[Components], rounds: int, weights: Weights) -> None:
    """Going around any states, through any scopes and errors, and coming back to where it began never pays."""
    first = replace(states[0], d=states[0].d or 0.0, e=0.0)
    around = [first, *states[1:], first] * rounds
    assert sum(step.value for step in played(around, weights)) <= 1e-6


def test_under_a_discount_idling_would_earn() -> None:
    """The farm: while diagnostics remain an idle step is worth (gamma - 1) * Phi, and more steps give a higher return."""
    weights = Weights(gamma=0.9)
    idle = judge_step(BUSY, BUSY, weights)
    assert idle.value == pytest.approx((0.9 - 1) * phi(BUSY, weights)) == pytest.approx(0.243)
    short, long = (discounted(played([BUSY] * count, weights), 0.9) for count in (3, 9))
    assert long > short > 0.0


def test_the_last_state_counts_0_under_a_discount() -> None:
    """So the discounted return is the same however long an agent idles: minus the worth of the first state."""
    weights = Weights(gamma=0.9)
    returns = [discounted(played([BUSY] * count, weights, finished=True), 0.9) for count in (2, 3, 9)]
    assert returns == [pytest.approx(-phi(BUSY, weights))] * 3
    assert "idle steps earn" in weights.warning
    assert Weights().warning == ""


@given(st.lists(STATE, min_size=2, max_size=10), WEIGHTS, st.floats(0.5, 0.99))
def test_the_discounted_return_does_not_depend_on_the_way(states: list[Components], weights: Weights, gamma: float) -> None:
    """Every finished episode from the same state has the same return, so there is nothing to farm."""
    weights = replace(weights, gamma=gamma)
    assert discounted(played(states, weights, finished=True), gamma) == pytest.approx(-phi(states[0], weights), abs=1e-6)


def test_consecutive_states_are_the_ones_compared() -> None:
    """Each step begins where the last one ended."""
    steps = played([BUSY, replace(BUSY, d=4), replace(BUSY, d=1)], Weights())
    assert [before.phi for before, _ in pairwise(steps)] == [after.phi_before for _, after in pairwise(steps)]
