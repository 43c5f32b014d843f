"""The agents that the page offers: they need no model and no key."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from code_review_env.baseline_agent.agent import Agent, Step, play
from code_review_env.cli.agents import Oracle, entrant
from code_review_env.env.local import Session
from code_review_env.tasks.bank import TaskBank

KEYLESS: Final = ("ruff-fix", "rules", "noop")


def runs(bank: TaskBank) -> dict[str, Callable[[Session, Mapping[str, object]], Iterator[Step]]]:
    """Name -> what plays one episode; the oracle is the bank's."""
    seats: dict[str, Callable[[], Agent]] = {name: _seat(name) for name in KEYLESS} | {"oracle": lambda: Oracle(bank)}
    return {name: _run(seat) for name, seat in seats.items()}


def _seat(name: str) -> Callable[[], Agent]:
    return lambda: entrant(name).seat(lambda model: model)


def _run(seat: Callable[[], Agent]) -> Callable[[Session, Mapping[str, object]], Iterator[Step]]:
    return lambda session, options: play(session, seat(), dict(options))
