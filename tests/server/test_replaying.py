"""Traces and replays over HTTP, and the trace of an episode out of the store of a server."""

import json
import os
import subprocess
import sys
from typing import Any

import httpx

from code_review_env.tasks.bank import TaskBank

BANK = TaskBank.load()
WAIT_S = 60


def played(server: Any, **options: object) -> str:
    """Id of an episode of two steps."""
    seen = server.post("/reset", {"seed": 3, **options})["observation"]
    secret = {"owner": options["owner"]} if "owner" in options else {}
    for code in (seen["messy_code"], "def f(:"):
        server.post("/step", {"episode_id": seen["episode_id"], "action": {"code": code}, **secret})
    return str(seen["episode_id"])


def trace(server: Any, episode: str) -> str:
    """Its lines."""
    return httpx.get(f"{server.url}/episodes/{episode}/trace", timeout=WAIT_S).raise_for_status().text


def replay(server: Any, text: str, query: str = "") -> httpx.Response:
    """The answer to a trace."""
    return httpx.post(f"{server.url}/replay{query}", content=text.encode(), timeout=WAIT_S)


def test_a_trace_repeats_on_the_server(server: Any) -> None:
    """With the sandbox and without."""
    text = trace(server, played(server))
    for query in ("", "?facts_only=true"):
        assert replay(server, text, query).json() == {"episodes": 1, "steps": 2, "differences": []}


def test_every_difference_is_told(server: Any) -> None:
    """Where, what was recorded, what was found."""
    rows = [json.loads(line) for line in trace(server, played(server)).splitlines()]
    rows[-1]["paid"] = 0.5
    told = replay(server, "\n".join(map(json.dumps, rows)), "?facts_only=true").json()
    (one,) = told["differences"]
    assert (one["line"], one["step"], one["path"], one["recorded"], one["found"]) == (4, 2, "paid", 0.5, 0.01)


def test_a_replay_is_no_way_around_the_closed_splits(server: Any) -> None:
    """Judging texts for a frozen task needs an episode; its recorded facts may be judged again."""
    frozen = next(task for task in BANK.entries if task.split == "test")
    text = trace(server, played(server, seed=None, task_id=frozen.name))
    refused = replay(server, text)
    assert (refused.status_code, refused.json()["error"]) == (403, "Forbidden")
    assert replay(server, text, "?facts_only=true").json()["differences"] == []


def test_bodies_that_are_no_trace_are_refused(server: Any) -> None:
    """422 with the line, whatever was sent; too many steps likewise."""
    for text in ("nonsense", '{"kind": "step"}', "\n".join(["[" * 5000])):
        assert replay(server, text).json()["error"] == "InvalidParameter"
    assert httpx.post(f"{server.url}/replay", content=b"\xff", timeout=WAIT_S).status_code == 422
    lines = trace(server, played(server)).splitlines()
    assert "more than 64 steps and originals" in replay(server, "\n".join([*lines, *lines[-1:] * 70])).json()["detail"]


def test_a_trace_is_for_its_owner_and_tells_no_more_than_the_episode(server: Any) -> None:
    """403 without the secret, and before the end where feedback is held back; the secret's hash is not in it."""
    url = f"{server.url}/episodes/{played(server, owner='mine')}/trace"
    assert httpx.get(url, timeout=WAIT_S).status_code == 403
    text = httpx.get(url, headers={"X-Owner": "mine"}, timeout=WAIT_S).raise_for_status().text
    assert json.loads(text.splitlines()[0])["terms"]["owner_sha256"] == ""
    assert httpx.get(f"{server.url}/episodes/{played(server, feedback='none')}/trace", timeout=WAIT_S).status_code == 403
    over = played(server, feedback="none", max_steps=2)
    assert httpx.get(f"{server.url}/episodes/{over}/trace", timeout=WAIT_S).status_code == 200


def test_the_command_exports_the_same_trace(server: Any) -> None:
    """From the store, beside the running server."""
    episode = played(server)
    argv = [sys.executable, "-m", "code_review_env", "episodes", "export", episode]
    env = os.environ | {"CRE_DATA_DIR": str(server.log.parent)}
    done = subprocess.run(argv, capture_output=True, text=True, check=True, timeout=100, env=env)
    assert done.stdout == trace(server, episode)
