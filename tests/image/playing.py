"""Plays episodes against a served image with what its users have: plain HTTP, and our client over its WebSocket."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import httpx

from code_review_env import CodeReviewAction, CodeReviewEnv
from code_review_env.tasks.bank import TaskBank

SEED: Final = 7
STAGES: Final = ("easy", "medium", "hard")
ANSWER_S: Final = 60


def post(url: str, body: Mapping[str, object]) -> Any:
    """The JSON answer of a POST."""
    return httpx.post(url, json=body, timeout=ANSWER_S).raise_for_status().json()


def by_http(url: str, bank: TaskBank) -> list[float]:
    """Rewards of the reference repairs of one curriculum, a request each."""
    seen = post(f"{url}/reset", {"seed": SEED})["observation"]
    rewards = []
    for _ in STAGES:
        answer = step(url, seen["episode_id"], bank.find(seen["task_name"]).reference)
        seen = answer["observation"]
        rewards.append(answer["reward"])
    return rewards if answer["done"] else []


def by_websocket(url: str, bank: TaskBank) -> list[float]:
    """The same through the client."""
    with CodeReviewEnv(base_url=url).sync() as env:
        result = env.reset(seed=SEED)
        rewards = []
        for _ in STAGES:
            result = env.step(CodeReviewAction(code=bank.find(result.observation.task_name).reference))
            rewards.append(float(result.reward or 0))
    return rewards if result.done else []


def step(url: str, episode: str, code: str) -> Any:
    """The answer to one submission."""
    return post(f"{url}/step", {"episode_id": episode, "action": {"code": code}})


@dataclass(slots=True)
class Interrupted:
    """An episode of which one step was answered and a second was under way when the server was told to stop.

    Attributes:
        episode: its id.
        answered: steps that the caller got an answer to.
    """

    episode: str
    answered: int = 0

    def begin(self, url: str, bank: TaskBank) -> threading.Thread:
        """Take the first step, then send the second without waiting for it."""
        task = bank.find(httpx.get(f"{url}/episodes/{self.episode}", timeout=ANSWER_S).json()["task_name"])

        def send(code: str) -> None:
            try:
                step(url, self.episode, code)
            except httpx.HTTPError:
                return  # the server went away in the middle, so nobody was promised anything
            self.answered += 1

        send(task.messy)
        second = threading.Thread(target=send, args=(task.messy + "\n",))
        second.start()
        return second

    def fault(self, url: str) -> str:
        """What was lost by the restart, "" where nothing was."""
        answer = httpx.get(f"{url}/episodes/{self.episode}", timeout=ANSWER_S)
        if not answer.is_success:
            return f"the episode is gone: {answer.status_code}"
        kept = answer.json()["step_count"]
        return "" if kept >= self.answered else f"{self.answered} steps were answered, {kept} are kept"
