"""Process reward of the paper RLCSF: what a step changed about the state of the code, beside what the task pays.

A state is worth `Phi = -wD*D + wS*S + wA*A`; a step earns `gamma * Phi(after) - Phi(before) - wE*E`. Pure arithmetic over
four measured components, so a trainer can pay it again with other weights. Source: arXiv 2510.22907v2, section 5.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Weights:
    """What each component is worth, and the discount.

    Attributes:
        d: of a diagnostic, >= 0.
        s: of safety, >= 0.
        a: of confidence, >= 0.
        e: of an error, >= 0.
        gamma: discount in (0, 1].
    """

    d: float = 0.5
    s: float = 0.4
    a: float = 0.1
    e: float = 0.5
    gamma: float = 1.0

    @property
    def warning(self) -> str:
        """What whoever chose these weights has to know, or ""."""
        if self.gamma == 1.0:
            return ""
        return (
            f"process_gamma {self.gamma:g} < 1: idle steps earn while diagnostics remain. The last state of a stage counts 0, "
            "which takes that back in a return discounted by the same gamma, and in no other."
        )


@dataclass(frozen=True)
class Components:
    """What was measured of one state, and of the step into it.

    Attributes:
        d: diagnostics over the scope, or None where an analyser gave no answer: no answer is never 0.
        s: readiness, in [0, 1].
        a: confidence of the place that was edited, in [0, 1].
        e: 1.0 for an error of the step, else 0.0.
        scope: what `d` was counted over; counts over different scopes do not compare.
    """

    d: float | None
    s: float
    a: float
    e: float
    scope: str = ""


@dataclass(frozen=True)
class ProcessStep:
    """One step judged.

    Attributes:
        value: the process reward.
        phi: worth of the state after the step, 0.0 for the last one under gamma < 1.
        phi_before: worth of the state before it.
        components: of the state after the step; `d` is carried over from before where it was not measured.
        scope_changed: the diagnostics were counted over another scope than before, so that fewer of them earn nothing.
    """

    value: float
    phi: float
    phi_before: float
    components: Components
    scope_changed: bool = False


DECIMALS = 9
"""Values are rounded so that they are the same on every machine."""


def phi(components: Components, weights: Weights) -> float:
    """Worth of a state; diagnostics that nobody could count yet count nothing."""
    worth = weights.s * components.s + weights.a * components.a - weights.d * (components.d or 0.0)
    return round(worth, DECIMALS)


def judge_step(before: Components, after: Components, weights: Weights, *, last: bool = False) -> ProcessStep:
    """The process reward of a step.

    Diagnostics that were not measured are taken to be as many as before. Over another scope than before, fewer diagnostics
    earn nothing, while more of them still cost: were they free as well, adding them under a changed scope and removing them
    under the same would earn without end.

    Args:
        before: the state that the agent saw.
        after: the state that it made.
        weights: constants and discount.
        last: the step ended its stage or the episode, after which a state is worth 0 if gamma < 1.
    """
    reached = after if after.d is not None else replace(after, d=before.d, scope=before.scope)
    ends = last and weights.gamma < 1.0
    worth_before, worth = phi(before, weights), 0.0 if ends else phi(reached, weights)
    changed = after.d is not None and (before.d is None or before.scope != after.scope)
    uncounted = _uncounted(before, reached, weights) if changed and not ends else 0.0
    value = weights.gamma * worth - worth_before - uncounted - weights.e * after.e
    return ProcessStep(round(value, DECIMALS), worth, worth_before, reached, changed)


def _uncounted(before: Components, after: Components, weights: Weights) -> float:
    """The part that the diagnostics make of a step between scopes, as far as it is not paid."""
    gain = weights.d * ((before.d or 0.0) - weights.gamma * (after.d or 0.0))
    return gain if before.d is None else max(0.0, gain)
