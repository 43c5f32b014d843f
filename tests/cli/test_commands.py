"""The commands as a user types them: output, JSON and exit status."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from code_review_env.tasks.bank import TaskBank

BANK = TaskBank.load()
TRAPS = ("easy/contacts", "easy/desk", "easy/invoice", "easy/measures")

OWN_TASK = """
entry = "total"
stage = "easy"
messy = '''
import os, sys
def total(prices, rate = None):
    if rate == None: rate = 0
    return round(sum(prices) * (1 + rate / 100), 2)
'''

[[examples]]
args = [[9.5, 20.0]]

[[examples]]
args = [[9.5, 20.0, 100.0], 19]

[[examples]]
args = "[[1.0], None]"
"""

HONEST = '''"""Totals."""


def total(prices, rate=None):
    """Add up, with a rate in percent."""
    if rate is None:
        rate = 0
    return round(sum(prices) * (1 + rate / 100), 2)
'''


def run(*arguments: str, given: str = "", status: int = 0) -> str:
    """Run a command; its output when the exit status is as expected."""
    command = [sys.executable, "-m", "code_review_env", *arguments]
    done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout or done.stderr


def run_json(*arguments: str, given: str = "", status: int = 0) -> Any:
    """Run a command with `--json`."""
    return json.loads(run(*arguments, "--json", given=given, status=status))


def test_score_prints_one_object_with_every_part(tmp_path: Path) -> None:
    """The keys that scripts rely on, also in the file that `--out` names."""
    out = tmp_path / "score.json"
    found = run_json("score", "--task", "easy/invoice", "-", "--out", str(out), given=BANK.find("easy/invoice").reference)
    assert found == json.loads(out.read_text("utf-8"))
    assert (found["reward"], found["improvement"], found["cleared"], found["identity"]) == (0.99, 1.0, True, True)
    assert (found["functional"], found["quality"], found["verdict"], found["findings"]) == (1.0, 1.0, "ok", [])
    assert found["groups"]["passed"] == found["groups"]["total"] >= 6
    assert found["sandbox"]["level"] in {"A", "B"}
    assert len(found["submission_sha256"]) == 64


def test_score_prints_the_reward_as_an_equation() -> None:
    """People see how the number came about."""
    text = run("score", "--task", "easy/invoice", "-", given="x = 1\n", status=1)
    assert "0.01 + 0.98 x 0 x (0.5 x 0.000 + 0.5 x 1.000) = 0.010" in text
    assert "identity lost" in text


def test_own_task_without_oracle_is_judged_by_the_messy_source(tmp_path: Path) -> None:
    """An honest fix clears; a fix that changes an unseen input does not."""
    task, fixed = tmp_path / "task.toml", tmp_path / "fixed.py"
    task.write_text(OWN_TASK, "utf-8")
    fixed.write_text(HONEST, "utf-8")
    assert run_json("score", "--task", str(task), str(fixed))["cleared"] is True
    fixed.write_text(HONEST.replace("rate is None", "not rate or rate < 0"), "utf-8")
    assert run_json("score", "--task", str(task), str(fixed), status=1)["groups"]["passed"] < 7


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("entry = 'f'\nstage = 'easy'\nmessy = \"def f(a)\\n    return a\\n\"\n[[examples]]\nargs = [1]\n", "line 1"),
        ("entry = 'g'\nstage = 'easy'\nmessy = \"def f(a):\\n    return a\\n\"\n[[examples]]\nargs = [1]\n", "g"),
        ("entry = 'f'\nstage = 'esay'\nmessy = \"def f(a):\\n    return a\\n\"\n[[examples]]\nargs = [1]\n", "easy"),
        ("entry = 'f'\nstage = 'easy'\nmesy = 'x'\n", "messy"),
        ("entry = [", "TOML"),
    ],
)
def test_a_wrong_task_file_is_a_clear_error(tmp_path: Path, text: str, words: str) -> None:
    """Exit status 2 and a sentence that names the key or the line."""
    task = tmp_path / "task.toml"
    task.write_text(text, "utf-8")
    assert words in run("score", "--task", str(task), "-", given="x = 1", status=2)


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "--task", "nope", "-"],
        ["score", "--task", "no.toml", "-"],
        ["tasks", "show", "nope"],
        ["tasks", "--out", "/nonexistent/report.json"],
        ["play", "--agent", "noop", "--all", "--task", "easy/desk"],
    ],
)
def test_what_does_not_exist_is_a_usage_error(arguments: list[str]) -> None:
    """Exit status 2, one line, no traceback."""
    text = run(*arguments, given="x = 1", status=2)
    assert text.startswith("error: ")
    assert text.count("\n") == 1


def test_tasks_tells_the_bank() -> None:
    """Counts by split and stage, the digest, and each task."""
    found = run_json("tasks")
    assert found == run_json("tasks", "list")
    assert found["splits"] == {split: len(BANK.tasks(split)) for split in ("train", "validation", "test")}
    assert {"easy", "medium", "hard"} <= found["stages"].keys()
    assert sum(found["stages"].values()) == sum(found["splits"].values())
    assert (found["families"] >= 120, found["distinct_tasks"] >= 10_000) == (True, True)
    assert found["digest"] == BANK.digest
    shown = run_json("tasks", "show", BANK.handwritten[0].id[:8])
    assert shown["name"] == BANK.handwritten[0].name
    assert run("tasks", "show", BANK.handwritten[0].name, "--oracle") == BANK.handwritten[0].reference


def test_a_wrong_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line names the variable as the user set it."""
    monkeypatch.setenv("CRE_SANDBOX_LEVEL", "Z")
    assert run("doctor", status=2) == "error: CRE_SANDBOX_LEVEL: String should match pattern '^[AB]$'\n"


def test_a_port_that_cannot_be_is_refused_before_anything_starts() -> None:
    """Exit status 2 and no traceback."""
    assert "Traceback" not in run("serve", "--port", "99999", status=2)


def test_doctor_tells_the_confinement() -> None:
    """Level, self-test, tools, folders."""
    found = run_json("doctor")
    assert found["selftest"] == "pass"
    assert set(found) >= {"level", "missing", "ruff", "python", "data_dir", "port"}


def test_oracle_clears_a_curriculum_in_three_steps() -> None:
    """In process, exit status 0."""
    found = run_json("play", "--agent", "oracle", "--seed", "7")
    assert found["episodes"][0]["rewards"] == [0.99, 0.99, 0.99]
    assert (found["cleared"], found["total"]) == (1, 1)


def test_noop_clears_no_task() -> None:
    """Ten steps on each of the twelve tasks earn no stage."""
    found = run_json("play", "--agent", "noop", "--all", status=1)
    assert (found["cleared"], found["total"]) == (0, 12)
    assert all(row["truncated"] and row["steps"] == 10 for row in found["episodes"])


def test_ruff_fix_clears_no_medium_no_hard_and_at_most_one_trap() -> None:
    """What a linter alone achieves."""
    found = run_json("play", "--agent", "ruff-fix", "--all", status=1)
    cleared = [row["task"] for row in found["episodes"] if row["cleared"]]
    assert not [name for name in cleared if not name.startswith("easy/")]
    assert len([name for name in cleared if name in TRAPS]) <= 1


def test_an_unknown_agent_is_a_usage_error() -> None:
    """The message lists the agents there are."""
    assert "ruff-fix" in run("play", "--agent", "nope", status=2)
