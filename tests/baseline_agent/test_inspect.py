"""Inspect AI measures a model on the running server, by its own command."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.models

ROOT = Path(__file__).parents[2]


@pytest.mark.timeout(600)
def test_inspect_eval_plays_episodes_and_scores_them(server: Any, tmp_path: Path) -> None:
    """Inspect's own mock model answers nonsense: ten steps a sample, none solved, every sample scored."""
    pytest.importorskip("inspect_ai", reason="`make inspect` installs Inspect AI in an environment of its own")
    inspect = str(Path(sys.executable).with_name("inspect"))
    task = str(ROOT / "baseline_agent" / "inspect_task.py")
    wanted = ["-T", f"url={server.url}", "-T", "n=2", "--log-dir", str(tmp_path), "--log-format", "json"]
    command = [inspect, "eval", task, "--model", "mockllm/model", "--display", "plain", *wanted]
    done = subprocess.run(command, capture_output=True, text=True, timeout=500, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    (log,) = tmp_path.glob("*.json")
    found = json.loads(log.read_text("utf-8"))
    assert found["status"] == "success"
    scores = [sample["scores"]["solved"] for sample in found["samples"]]
    assert [score["value"]["solved"] for score in scores] == [0.0, 0.0]
    assert all(0 < score["value"]["reward"] < 0.34 for score in scores)
    assert all("in 10 steps" in score["explanation"] for score in scores)
