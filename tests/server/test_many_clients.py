"""Two hundred and fifty-six clients at once over WebSockets, as many as the server admits, and `/health` answers all along."""

import asyncio
import json
import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final, TypeVar

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parents[1] / "exploits"))

from corpus import BANK, Submission, quick

CLIENTS: Final = 256
FEW: Final = 48
STEPS: Final = 4
"""Submissions of each client, the last of them the oracle."""

OPEN_S: Final = 120
TRIES: Final = 9
"""Steps of the other client while the one worker is held, within the ten of an episode."""

COLLISIONS: Final = 4
"""Further attempts: the worker is held for a part of a second, which a busy machine may let pass unseen."""

EVERY_S: Final = 0.1
"""How often `/health` is asked."""

ORACLE: Final = 0.99
Result = TypeVar("Result")


@dataclass(slots=True)
class Crowd:
    """What all clients saw.

    Attributes:
        steps: answered ones.
        errors: by message.
        step_s: how long each step took.
        health_s: how long each `/health` took.
        wall_s: from the first connection to the last answer.
    """

    steps: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    step_s: list[float] = field(default_factory=list)
    health_s: list[float] = field(default_factory=list)
    wall_s: float = 0.0

    def table(self, clients: int) -> str:
        """Counts, and times in milliseconds."""
        rows = [
            f"{clients} WebSocket clients: {self.steps} steps in {self.wall_s:.1f} s, {self.errors.total()} errors",
            f"{'':8}  {'count':>6}  {'p50 ms':>8}  {'p99 ms':>8}  {'max ms':>8}",
        ]
        for name, times in (("step", self.step_s), ("/health", self.health_s)):
            figures = (median(times), percentile(times, 99), max(times))
            rows.append(f"{name:8}  {len(times):6}  " + "  ".join(f"{1000 * figure:8.1f}" for figure in figures))
        return "\n".join([*rows, *(f"{count} x {message}" for message, count in self.errors.items())])


def percentile(times: list[float], share: int) -> float:
    """The time that this share of a hundred does not exceed."""
    return sorted(times)[math.ceil(len(times) * share / 100) - 1]


def finished(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """The result of a coroutine, run in a thread of its own: a browser test leaves a running loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def joined(url: str) -> connect:
    """A WebSocket of the server."""
    return connect(url.replace("http", "ws") + "/ws", open_timeout=OPEN_S, ping_timeout=None, max_size=None)


async def ask(socket: ClientConnection, crowd: Crowd, kind: str, data: dict[str, Any]) -> dict[str, Any]:
    """One message and its answer; an error is counted."""
    await socket.send(json.dumps({"type": kind, "data": data}))
    answer = json.loads(await socket.recv())
    if answer["type"] != "observation":
        crowd.errors[str(answer["data"].get("message"))] += 1
    return dict(answer["data"])


async def play(url: str, number: int, chosen: list[Submission], crowd: Crowd) -> None:
    """One client: an episode on a task of its own turn, some submissions of others, at the end the oracle."""
    task = BANK.find(chosen[number % len(chosen)].task)
    dirty = [one.code for one in chosen if one.task == task.name and one.sort in {"exploit", "original"}]
    codes = [f"{dirty[(number + at) % len(dirty)]}\n# {number} {at}\n" for at in range(STEPS - 1)]
    async with joined(url) as socket:
        seen = await ask(socket, crowd, "reset", {"task_id": task.id})
        for code in (*codes, task.reference):
            began = time.monotonic()
            seen = await ask(socket, crowd, "step", {"code": code})
            crowd.step_s.append(time.monotonic() - began)
            crowd.steps += 1
    if seen.get("reward") != ORACLE or not seen.get("done"):
        crowd.errors[f"the oracle got {seen.get('reward')}"] += 1


async def watch_health(url: str, crowd: Crowd, done: asyncio.Event) -> None:
    """Ask for `/health` on a connection of its own until all clients are done."""
    async with httpx.AsyncClient(base_url=url, timeout=OPEN_S) as client:
        while not done.is_set():
            began = time.monotonic()
            answer = await client.get("/health")
            crowd.health_s.append(time.monotonic() - began)
            if answer.status_code != httpx.codes.OK or answer.json()["status"] != "healthy":
                crowd.errors[f"/health: {answer.text}"] += 1
            await asyncio.sleep(EVERY_S)


async def gather(url: str, clients: int) -> Crowd:
    """All clients at once, and the one that watches."""
    crowd, done, chosen = Crowd(), asyncio.Event(), quick(60)
    began = time.monotonic()
    watcher = asyncio.create_task(watch_health(url, crowd, done))
    results = await asyncio.gather(*(play(url, number, chosen, crowd) for number in range(clients)), return_exceptions=True)
    crowd.wall_s = time.monotonic() - began
    done.set()
    await watcher
    crowd.errors.update(repr(result) for result in results if result is not None)
    return crowd


def test_a_crowd_of_clients_sees_no_error(server: Any) -> None:
    """Four dozen clients, each an episode of its own."""
    crowd = finished(gather(server.url, FEW))
    assert crowd.errors == Counter()
    assert crowd.steps == FEW * STEPS
    assert crowd.health_s


def test_a_full_queue_is_told_over_the_websocket_and_costs_no_step(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the one worker is held and nobody may wait, a step is an error that says what to do; sent again, it is step 1."""
    monkeypatch.setenv("CRE_WORKERS", "1")
    monkeypatch.setenv("CRE_QUEUE", "0")
    own_server.start()
    task = BANK.find("easy/invoice")

    async def collide() -> tuple[str, list[int]]:
        """The refusal, and the numbers of the steps that were answered."""
        crowd, steps, refusal = Crowd(), [], ""
        async with joined(own_server.url) as one, joined(own_server.url) as other:
            for socket in (one, other):
                await ask(socket, crowd, "reset", {"task_id": task.id})
            await one.send(json.dumps({"type": "step", "data": {"code": task.reference + "\nwhile True:\n    pass\n"}}))
            for number in range(TRIES):
                told = await ask(other, crowd, "step", {"code": f"{task.messy}\n# {number}\n"})
                refusal = refusal or told.get("message", "")
                steps += [told["observation"]["step"]] if "observation" in told else []
            await one.recv()
            steps.append((await ask(other, crowd, "step", {"code": task.reference}))["observation"]["step"])
        return refusal, steps

    refusal, steps = finished(collide())
    for _ in range(COLLISIONS):
        refusal, steps = (refusal, steps) if refusal else finished(collide())
    assert "try again" in refusal
    assert steps == list(range(1, len(steps) + 1))


@pytest.mark.proof
def test_as_many_clients_as_are_admitted_see_no_error(own_server: Any, print_table: Callable[[str], None]) -> None:
    """256 clients, each an episode of its own, under default settings."""
    own_server.start()
    crowd = finished(gather(own_server.url, CLIENTS))
    print_table(crowd.table(CLIENTS))
    assert crowd.errors == Counter()
    assert crowd.steps == CLIENTS * STEPS
