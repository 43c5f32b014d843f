"""A name on the command line as something that is seated at one episode after the other, and told apart in a record."""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from code_review_env.baseline_agent.agent import Agent
from code_review_env.baseline_agent.completer import Completer
from code_review_env.baseline_agent.model_agent import ModelAgent, Sampling
from code_review_env.baseline_agent.patience import Patient, Policy

Wrap = Callable[[Completer], Completer]
"""What stands between an agent and its model: nothing, or a journal."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part.

    Attributes:
        name: of the agent.
        seat: a fresh agent for one episode; a model agent calls its model through the wrap.
        about: what else a record must hold to tell it from another of its name: model, provider, sampling.
    """

    name: str
    seat: Callable[[Wrap], Agent]
    about: Mapping[str, str] = field(default_factory=dict)


def plain(name: str, make: Callable[[], Agent]) -> Entrant:
    """An agent without a model."""
    return Entrant(name, lambda _: make())


def with_model(name: str, completer: Completer, sampling: Sampling, about: Mapping[str, str], policy: Policy) -> Entrant:
    """An agent with a model; every episode has patience of its own."""

    def seat(wrap: Wrap) -> Agent:
        # Pauses are drawn at random on purpose: clients that failed together must not come back together.
        patient = Patient(completer, policy, time, random.Random())  # noqa: S311 - no secret
        return ModelAgent(name, wrap(patient), sampling)

    return Entrant(
        name, seat, dict(about) | {"temperature": f"{sampling.temperature:g}", "max_tokens": str(sampling.max_tokens)}
    )
