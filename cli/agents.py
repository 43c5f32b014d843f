"""The agents that a name on the command line can mean."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from code_review_env.baseline_agent.entrant import Entrant, plain, with_model
from code_review_env.baseline_agent.hub import MODEL, Hub, listed_price
from code_review_env.baseline_agent.local import Local
from code_review_env.baseline_agent.model_agent import Sampling
from code_review_env.baseline_agent.noop import Noop
from code_review_env.baseline_agent.openai_compatible import OpenAICompatible
from code_review_env.baseline_agent.patience import Policy
from code_review_env.baseline_agent.ruff_fix import RuffFix
from code_review_env.models import CodeReviewAction, CodeReviewObservation
from code_review_env.tasks.bank import TaskBank


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Which model an agent with a model uses.

    Attributes:
        model: id, name, folder or GGUF file; "" where none was named.
        base_url: address of its server; "" means the Hub's providers.
        provider: of the Hub.
        temperature: of a first attempt.
        max_tokens: longest reply.
        skills: that `rules` uses, with commas between them; "" means all.
    """

    model: str = ""
    base_url: str = ""
    provider: str = "auto"
    temperature: float = Sampling().temperature
    max_tokens: int = Sampling().max_tokens
    skills: str = ""

    def named(self) -> str:
        """The model.

        Raises:
            ValueError: none was named.
        """
        if not self.model:
            message = "this agent needs --model"
            raise ValueError(message)
        return self.model

    def sampling(self) -> Sampling:
        """How it is sampled."""
        return Sampling(self.temperature, max_tokens=self.max_tokens)


@dataclass(frozen=True, slots=True)
class Oracle:
    """Knows the answers of a bank; shows what a perfect player earns. No agent: it sees more than observations."""

    bank: TaskBank
    name: str = "oracle"

    def act(self, observation: CodeReviewObservation) -> CodeReviewAction:
        """The oracle source of the task at hand."""
        return CodeReviewAction(code=self.bank.find(observation.task_name).reference)


def _rules(choice: ModelChoice) -> Entrant:
    from code_review_env.baseline_agent.rules.agent import SKILLS, Rules  # noqa: PLC0415 - LibCST takes a second to import

    skills = tuple(choice.skills.split(",")) if choice.skills else tuple(SKILLS)
    Rules(skills)  # a skill that does not exist is refused before the first episode
    return Entrant("rules", lambda _: Rules(skills), {"skills": ",".join(skills)})


OWN_MACHINE: Final = Policy(attempts=1, call_s=1800.0, episode_s=6 * 3600.0)
"""A model in this process is as slow as its processor; there is no connection to lose and nobody to ask again."""


def _qwen(choice: ModelChoice) -> Entrant:
    model, url = choice.model or MODEL, choice.base_url or None
    completer = Hub(model, choice.provider, url, price=listed_price(url, model, choice.provider))
    about = {"model": model, "provider": choice.base_url or choice.provider}
    return with_model("qwen", completer, choice.sampling(), about, Policy())


def _openai(choice: ModelChoice) -> Entrant:
    if not choice.base_url:
        message = "this agent needs --base-url"
        raise ValueError(message)
    model, url = choice.named(), choice.base_url
    token = os.environ.get("OPENAI_API_KEY") or "none"
    completer = OpenAICompatible(model, url, token, listed_price(url, model, choice.provider))
    return with_model("openai", completer, choice.sampling(), {"model": model, "provider": url}, Policy())


def _local(choice: ModelChoice) -> Entrant:
    about = {"model": choice.named(), "provider": "transformers"}
    return with_model("local", Local.load(choice.named()), choice.sampling(), about, OWN_MACHINE)


AGENTS: Final[Mapping[str, Callable[[ModelChoice], Entrant]]] = {
    "noop": lambda _: plain("noop", Noop),
    "ruff-fix": lambda _: plain("ruff-fix", RuffFix),
    "rules": _rules,
    "oracle": lambda _: plain("oracle", lambda: Oracle(TaskBank.load())),
    "qwen": _qwen,
    "openai": _openai,
    "local": _local,
}


def entrant(name: str, choice: ModelChoice = ModelChoice()) -> Entrant:
    """The agent of that name.

    Raises:
        KeyError: no such agent.
        ValueError: it needs a model or an address that was not named.
        OSError: there is no such model.
    """
    if name not in AGENTS:
        message = f"no agent {name!r}; there are {', '.join(AGENTS)}"
        raise KeyError(message)
    return AGENTS[name](choice)
