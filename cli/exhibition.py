"""The agents that the page offers: those that need no model and no key, and one with a model where one is connected."""

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final

from code_review_env.baseline_agent.agent import Agent, Step, play
from code_review_env.baseline_agent.entrant import Entrant
from code_review_env.baseline_agent.unscored import Unscored
from code_review_env.cli.agents import ModelChoice, Oracle, entrant
from code_review_env.env.errors import Unavailable
from code_review_env.env.local import Session
from code_review_env.server.settings import Settings
from code_review_env.tasks.bank import TaskBank

KEYLESS: Final = ("ruff-fix", "rules", "noop")

Run = Callable[[Session, Mapping[str, object]], Iterator[Step]]


def runs(bank: TaskBank) -> dict[str, Run]:
    """Name -> what plays one episode; the oracle is the bank's."""
    seats: dict[str, Callable[[], Agent]] = {name: _seat(name) for name in KEYLESS} | {"oracle": lambda: Oracle(bank)}
    return {name: _run(seat) for name, seat in seats.items()}


def models(settings: Settings) -> dict[str, Run]:
    """As `runs`, of the agent whose model the settings name, or that a token of the Hub gives; nothing without either."""
    if settings.agent_base_url:
        return {settings.agent_model: _run(_seat("openai", ModelChoice(settings.agent_model, settings.agent_base_url)))}
    if os.environ.get("HF_TOKEN"):
        return {"qwen": _run(_seat("qwen", ModelChoice(settings.agent_model)))}
    return {}


def _seat(name: str, choice: ModelChoice | None = None) -> Callable[[], Agent]:
    @cache
    def named() -> Entrant:
        return entrant(name, choice or ModelChoice())

    return lambda: named().seat(lambda model: model)


def _run(seat: Callable[[], Agent]) -> Run:
    def run(session: Session, options: Mapping[str, object]) -> Iterator[Step]:
        try:
            yield from play(session, seat(), dict(options))
        except Unscored as error:
            message = f"the model gave no answer: {error}"
            raise Unavailable(message) from error

    return run
