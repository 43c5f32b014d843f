"""Runs on a real server's board: scored again from their actions, refused in words, and still there after a kill."""

import csv
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from code_review_env.cli import boarding
from code_review_env.tasks.bank import TaskBank
from code_review_env.trials.plan import Plan

BANK = TaskBank.load()
EPISODES = 2
BOUTS = Plan(episodes=EPISODES).bouts()
WAIT_S = 90

Actions = list[str]


def repairs(at: int) -> Actions:
    """The reference repairs of an episode."""
    return [task.reference for task in BANK.pick("test", BOUTS[at].options["seed"])]


def run(agent: str, *episodes: Actions, version: str = "1") -> dict[str, Any]:
    """A run as it is sent."""
    played = [{"key": bout.key, "actions": actions} for bout, actions in zip(BOUTS, episodes, strict=False)]
    return {"agent": agent, "version": version, "episodes": played}


def settled(server: Any, run_id: str) -> Any:
    """What became of a run in the end."""
    deadline = time.monotonic() + WAIT_S
    while (found := server.get(f"/leaderboard/runs/{run_id}"))["status"] == "waiting" and time.monotonic() < deadline:
        time.sleep(0.1)
    return found


def test_a_run_is_scored_again_from_its_actions(server: Any) -> None:
    """One episode solved, one not: the rate, its interval, a blocked hack, a replay, the same row as CSV."""
    hack = f"import os\n{BANK.pick('test', BOUTS[1].options['seed'])[0].reference}\nexec('x = 1')\n"
    sent = run("half", repairs(0), [*["x = 1\n"] * 9, hack]) | {"cost": {"money": 0.5, "calls": 3}}
    answer = server.post("/leaderboard", sent)
    assert (answer["status"], answer["total"]) == ("waiting", EPISODES)
    found = settled(server, answer["id"])
    assert (found["status"], found["detail"]) == ("admitted", "")
    assert [one["solved"] for one in found["result"]["episodes"]] == [True, False]
    shown = server.get("/leaderboard")
    (row,) = [one for one in shown["rows"] if one["agent"] == "half"]
    assert row["solved_rate"] == {"mean": 0.5, "interval": [0.0, 1.0]}
    assert (row["steps"], row["hacks_blocked"], row["cost"]["money"]) == (13, 1, 0.5)
    assert "not prove who or what wrote them" in shown["proves"]
    assert server.get(f"/leaderboard/runs/{row['id']}")["result"]["episodes"][0]["replay"] == row["replay"]
    text = server.read("/leaderboard.csv")
    (line,) = [one for one in csv.DictReader(text.splitlines()) if one["agent"] == "half"]
    assert (line["solved_rate"], line["solved_low"], line["money"]) == ("0.5", "0.0", "0.5")


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"agent": "=cmd()"}, 422, "agent: String should match"),
        ({"version": "<b>1</b>"}, 422, "version: String should match"),
        ({"bank_digest": "0" * 64}, 422, "played on the bank 000000000000"),
        ({"episodes": []}, 422, f"0 of {EPISODES} episodes were sent"),
        ({"episodes": [{"key": "split=train/seed=1", "actions": ["x"]}]}, 422, "no episode of this board"),
        ({"episodes": [{"key": BOUTS[0].key, "actions": ["x"]}] * 2}, 422, "sent twice"),
        ({"episodes": [{"key": BOUTS[0].key, "actions": []}]}, 422, "episodes[0].actions"),
        ({"solved_rate": 1.0}, 422, "solved_rate: Extra inputs"),
    ],
)
def test_what_is_no_run_of_this_board_is_refused_at_once(server: Any, change: dict[str, Any], status: int, words: str) -> None:
    """With what is wrong, and nothing waits."""
    found, told = server.error("/leaderboard", run("wrong", repairs(0), repairs(1)) | change)
    assert (found, words in told["detail"]) == (status, True), told


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        (["x = 1\n"], "is not over after 1 of 10 steps"),
        ([*repairs(1), "x = 1\n"], "over after 3 steps, action 4 comes too late"),
    ],
)
def test_actions_that_are_no_episode_are_refused(server: Any, actions: Actions, words: str) -> None:
    """Found while scoring; the name is free again."""
    found = settled(server, server.post("/leaderboard", run("partial", repairs(0), actions))["id"])
    assert (found["status"], words in found["detail"]) == ("refused", True), found
    assert found["result"] is None
    assert "partial" not in {row["agent"] for row in server.get("/leaderboard")["rows"]}


def test_a_body_that_is_too_large_is_refused(server: Any) -> None:
    """Before it is parsed."""
    status, told = server.error("/leaderboard", run("large", ["x" * (9 << 20)], repairs(1)))
    assert (status, told["error"]) == (413, "BodyTooLarge")


def test_bench_uploads_what_it_played_and_both_count_alike(server: Any, tmp_path: Path) -> None:
    """`bench --upload`: the same rate, reward and intervals; a second row of that name is refused, as is another plan."""
    command = [sys.executable, "-m", "code_review_env", "bench", "--agent", "oracle", "--n", str(EPISODES)]
    command += ["--folder", str(tmp_path / "run"), "--json", "--upload", server.url, "--as", "oracle@7"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=110)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    (row,) = [one for one in server.get("/leaderboard")["rows"] if one["agent"] == "oracle"]
    assert (row["version"], row["cost"]) == ("7", None)
    assert row["solved_rate"] == {"mean": result["solved_rate"], "interval": result["interval"]}
    assert row["reward"] == {name: result["reward"][name] for name in ("mean", "interval")}
    assert server.error("/leaderboard", run("oracle", repairs(0), repairs(1), version="7"))[0] == 409


def test_bench_asks_the_board_before_it_plays(server: Any) -> None:
    """Another number of episodes costs no minute."""
    boarding.require(server.url, Plan(episodes=EPISODES))
    with pytest.raises(ValueError, match=f"bench --split test --n {EPISODES} --seed 0"):
        boarding.require(server.url, Plan(episodes=EPISODES + 1))


def test_a_run_that_waits_survives_a_kill(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is scored by the next process, from its first episode on."""
    monkeypatch.setenv("CRE_BOARD_EPISODES", str(EPISODES))
    own_server.start()
    slow = "def f(): pass\nwhile True: pass\n"
    sent = own_server.post("/leaderboard", run("slow", [slow, *repairs(0)], repairs(1)))
    own_server.stop(signal.SIGKILL)
    own_server.start()
    found = settled(own_server, sent["id"])
    assert (found["status"], found["result"]["solved_rate"]["mean"]) == ("admitted", 1.0)
    assert [row["id"] for row in own_server.get("/leaderboard")["rows"]] == [sent["id"]]
