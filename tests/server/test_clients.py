"""Clients of today and of yesterday, many at once, and OpenEnv's own validator."""

import asyncio
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from websockets.asyncio.client import connect

from code_review_env.baseline_agent.remote import Remote
from code_review_env.client import CodeReviewEnv
from code_review_env.models import CodeReviewAction
from code_review_env.tasks.bank import TaskBank

ROOT = Path(__file__).parents[2]
BANK = TaskBank.load()
SESSIONS = 64

Result = TypeVar("Result")

OLD_CLIENT = """
import json, sys
import openenv.core
from importlib.metadata import version
from openenv.core.generic_client import GenericEnvClient

url, oracles = sys.argv[1], json.load(sys.stdin)
rewards = []
with GenericEnvClient(base_url=url).sync() as env:
    result = env.reset(seed=7)
    while not result.done:
        result = env.step({"code": oracles[result.observation["task_name"]]})
        rewards.append(result.reward)
    state = env.state()
print(json.dumps({"version": version("openenv-core"), "rewards": rewards, "steps": state["step_count"]}))
"""


def test_current_client_plays_an_episode(server: Any) -> None:
    """Typed observations and state over the WebSocket."""
    with CodeReviewEnv(base_url=server.url).sync() as env:
        result = env.reset(seed=7)
        assert (result.reward, result.observation.step) == (None, 0)
        while not result.done:
            code = BANK.find(result.observation.task_name).reference
            result = env.step(CodeReviewAction(code=code))
            assert result.observation.submission_sha256 == hashlib.sha256(code.encode()).hexdigest()
            assert result.reward == 0.99
        state = env.state()
    assert (state.step_count, state.done, state.cleared_stages) == (3, True, ("easy", "medium", "hard"))


def test_old_client_plays_an_episode(server: Any) -> None:
    """openenv-core 0.3.0, the last release under the old name, needs no change of ours."""
    old = ROOT / ".venv" / "old-client"
    assert (old / "openenv").is_dir(), "`make test` installs openenv-core 0.3.0 there"
    oracles = json.dumps({task.name: task.reference for task in BANK.pick("train", 7)})
    environment = {**os.environ, "PYTHONPATH": str(old)}
    command = [sys.executable, "-W", "ignore", "-c", OLD_CLIENT, server.url]
    done = subprocess.run(command, input=oracles, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"version": "0.3.0", "rewards": [0.99, 0.99, 0.99], "steps": 3}


def test_remote_agents_play_through_the_same_loop(server: Any) -> None:
    """What `play --url` uses."""
    with Remote(server.url) as remote:
        observation = remote.reset(task_id="easy/invoice")
        observation = remote.step(CodeReviewAction(code=observation.messy_code))
    assert (observation.step, observation.cleared) == (1, False)


def finished(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """The result of a coroutine, run in a thread of its own: a browser test leaves a running loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


async def _session(url: str, number: int) -> dict[str, Any]:
    """One WebSocket session: a no-op first, then the oracle of its own task."""
    task = BANK.handwritten[number % len(BANK.handwritten)]
    episode_id = f"session-{number}"
    async with connect(url.replace("http", "ws") + "/ws", open_timeout=60, max_size=None) as socket:

        async def ask(kind: str, data: dict[str, Any]) -> dict[str, Any]:
            await socket.send(json.dumps({"type": kind, "data": data}))
            answer = json.loads(await socket.recv())
            assert answer["type"] == "observation", answer
            return dict(answer["data"])

        await ask("reset", {"task_id": task.id, "episode_id": episode_id})
        first = await ask("step", {"code": task.messy})
        last = await ask("step", {"code": task.reference})
    for step, seen in enumerate((first, last), start=1):
        told = seen["observation"]
        assert (told["episode_id"], told["step"], told["judged_task_id"]) == (episode_id, step, task.id)
    return last


def test_sixty_four_sessions_play_without_cross_talk(server: Any) -> None:
    """Every answer belongs to the question of its own session."""

    async def play_all() -> list[dict[str, Any]]:
        return await asyncio.gather(*(_session(server.url, number) for number in range(SESSIONS)))

    last = finished(play_all())
    assert [seen["reward"] for seen in last] == [0.99] * SESSIONS
    assert all(seen["done"] for seen in last)


def test_a_step_after_done_is_an_error_over_the_websocket_too(server: Any) -> None:
    """The socket stays usable and the message says why."""

    async def overrun() -> tuple[dict[str, Any], dict[str, Any]]:
        async with connect(server.url.replace("http", "ws") + "/ws") as socket:

            async def ask(kind: str, data: dict[str, Any]) -> dict[str, Any]:
                await socket.send(json.dumps({"type": kind, "data": data}))
                return dict(json.loads(await socket.recv()))

            await ask("reset", {"task_id": "easy/invoice", "max_steps": 1})
            await ask("step", {"code": "x = 1"})
            return await ask("step", {"code": "x = 1"}), await ask("reset", {"stage": "hard"})

    over, again = finished(overrun())
    assert over["type"] == "error"
    assert "is over after 1 steps" in over["data"]["message"]
    assert again["data"]["observation"]["stage"] == "hard"


def test_openenv_validate_accepts_the_running_server(server: Any) -> None:
    """All criteria of OpenEnv's own check; a smoke test, the proof is the rest of this folder."""
    command = [sys.executable, "-m", "openenv.cli", "validate", "--url", server.url, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert report["passed"] is True
    assert report["summary"]["passed_count"] == report["summary"]["total_count"] >= 6
