"""Whole runs as a user starts them: killed and gone on with, refused by a provider, in process and on a server."""

import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from scripted import MODEL, Answer, Exchange, Script, refuses, says, serving

BEFORE_KILL = 5


def command(*arguments: str, folder: Path) -> list[str]:
    """A run with its result on standard output."""
    return [sys.executable, "-m", "code_review_env", "bench", "--folder", str(folder), "--json", *arguments]


def bench(*arguments: str, folder: Path, status: int = 0) -> Any:
    """The result of a run that ends with this status."""
    done = subprocess.run(command(*arguments, folder=folder), capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return json.loads(done.stdout)


def numbers(result: Any) -> Any:
    """A result without what the clock says."""
    return {name: value for name, value in result.items() if name not in {"cost", "run"}}


def test_a_killed_run_goes_on_without_paying_twice(tmp_path: Path) -> None:
    """The process is killed while the sixth call is open: the first five are never asked again, the sixth is."""
    held = threading.Event()
    good = says("```python\nx = 1\n```")

    def hold(exchange: Exchange) -> None:
        held.set()
        exchange.script.over.wait(60)

    answers: list[Answer] = [*[good] * BEFORE_KILL, hold, good]
    with serving(*answers) as script:
        options = ("--agent", "qwen", "--base-url", script.url, "--n", "2", "--max-steps", "4", "--parallel", "1")
        with subprocess.Popen(command(*options, folder=tmp_path), stdout=subprocess.DEVNULL) as running:
            assert held.wait(120)
            running.send_signal(signal.SIGKILL)
        paid = (tmp_path / "completions.jsonl").read_text().splitlines()
        assert len(paid) == BEFORE_KILL
        found = bench(*options, folder=tmp_path)
        assert len(script.asked) == 8 + 1
        assert bench(*options, folder=tmp_path) == found
        assert len(script.asked) == 8 + 1
    assert (found["scored"], found["cost"]["calls"], found["cost"]["tokens_in"]) == (2, 8, 800)
    assert found["cost"]["money"] == pytest.approx(8 * (100 * 3.0 + 10 * 2.0) / 1e6)
    assert asked_once(script)


def asked_once(script: Script) -> bool:
    """Whether only the call that was never answered was made a second time."""
    bodies = [json.dumps(body, sort_keys=True) for body in script.asked]
    return bodies[BEFORE_KILL] == bodies[BEFORE_KILL + 1]


def test_a_folder_holds_one_run(tmp_path: Path) -> None:
    """Another plan is not mixed into it."""
    bench("--agent", "noop", "--n", "1", "--max-steps", "1", folder=tmp_path)
    options = ("--agent", "noop", "--n", "2", "--max-steps", "1")
    done = subprocess.run(command(*options, folder=tmp_path), capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 2
    assert "holds a run of another" in done.stderr


@pytest.mark.parametrize(("status", "unscored", "asked"), [(401, 1, 1), (402, 1, 1), (400, 3, 3)])
def test_what_a_provider_refuses_is_no_score(tmp_path: Path, status: int, unscored: int, asked: int) -> None:
    """No reward of 0 anywhere; a token or a credit that will not do ends the run, a single refused request does not."""
    with serving(refuses(status)) as script:
        options = ("--agent", "openai", "--base-url", script.url, "--model", MODEL, "--n", "3", "--parallel", "1")
        found = bench(*options, folder=tmp_path, status=3)
    assert len(script.asked) == asked
    assert (found["solved_rate"], found["interval"], found["reward"]) == (None, None, None)
    assert (found["scored"], found["unscored"], found["not_played"]) == (0, unscored, 3 - unscored)
    assert f"HTTP {status}" in found["episodes"][0]["unscored"]
    assert found["episodes"][0]["reward"] is None


def test_a_server_and_this_process_give_the_same_numbers(tmp_path: Path, server: Any) -> None:
    """Four curricula by `rules` on either; the second run in process is the first one again."""
    options = ("--agent", "rules", "--n", "4", "--max-steps", "4")
    here = bench(*options, folder=tmp_path / "here")
    there = bench(*options, "--url", server.url, folder=tmp_path / "there")
    again = bench(*options, folder=tmp_path / "again")
    assert numbers(here) == numbers(there) == numbers(again)
    assert here["run"]["facts"] == there["run"]["facts"]
    assert here["run"]["facts"]["sandbox_level"] in {"A", "B"}
    assert len(here["run"]["facts"]["bank_digest"]) == 64
    assert (tmp_path / "here" / "report.html").read_text("utf-8").startswith("<!doctype html>")
    compared = subprocess.run(
        [
            sys.executable,
            "-m",
            "code_review_env",
            "bench",
            "compare",
            str(tmp_path / "here"),
            str(tmp_path / "there"),
            "--json",
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert compared.returncode == 0, compared.stderr
    assert json.loads(compared.stdout)["solved_rate"]["difference"] == 0.0


def test_the_oracle_solves_every_curriculum(tmp_path: Path) -> None:
    """One step a stage; `--json FILE` writes the object that `--json` prints."""
    out = tmp_path / "result.json"
    line = [sys.executable, "-m", "code_review_env", "bench", "--agent", "oracle", "--n", "3", "--json", str(out)]
    began = time.monotonic()
    done = subprocess.run([*line, "--folder", str(tmp_path / "run")], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(out.read_text("utf-8"))
    assert found == json.loads((tmp_path / "run" / "result.json").read_text("utf-8"))
    assert (found["solved_rate"], found["reward"]["mean"], found["scored"]) == (1.0, 0.99, 3)
    assert [one["steps_to_clear"]["mean"] for one in found["stages"].values()] == [1.0, 1.0, 1.0]
    assert time.monotonic() - began < 300


def test_an_unknown_agent_is_a_usage_error(tmp_path: Path) -> None:
    """It names those that there are."""
    done = subprocess.run(
        command("--agent", "nobody", folder=tmp_path), capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "there are noop" in done.stderr
