"""Inspect AI measures a model on the running server, by its own command."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from scripted import says_at_once, serving

pytestmark = pytest.mark.models

ROOT = Path(__file__).parents[2]
TASK = "baseline_agent/inspect_task.py"


@pytest.mark.timeout(600)
def test_inspect_eval_plays_episodes_and_scores_them(server: Any, tmp_path: Path) -> None:
    """A model behind an OpenAI-compatible address answers nonsense: ten steps a sample, none solved, every sample scored."""
    pytest.importorskip("inspect_ai", reason="`make inspect` installs Inspect AI in an environment of its own")
    with serving(says_at_once("```python\nx = 1\n```")) as script:
        found = _evaluated(server.url, script.url, tmp_path)
    assert found["status"] == "success"
    scores = [sample["scores"]["solved"] for sample in found["samples"]]
    assert [score["value"]["solved"] for score in scores] == [0.0, 0.0]
    assert all(0 < score["value"]["reward"] < 0.34 for score in scores)
    assert all("in 10 steps" in score["explanation"] for score in scores)
    assert len(script.asked) == 20
    (usage,) = found["stats"]["model_usage"].values()
    assert (usage["input_tokens"], usage["output_tokens"]) == (2000, 200)


def _evaluated(environment_url: str, model_url: str, folder: Path) -> Any:
    """The log of `inspect eval`. It finds tasks by relative paths only."""
    inspect = str(Path(sys.executable).with_name("inspect"))
    wanted = ["-T", f"url={environment_url}", "-T", "n=2", "--log-dir", str(folder), "--log-format", "json"]
    command = [inspect, "eval", TASK, "--model", "openai-api/scripted/any", "--display", "plain", *wanted]
    environment = {**os.environ, "SCRIPTED_BASE_URL": model_url, "SCRIPTED_API_KEY": "none"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=500, check=False, cwd=ROOT, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    (log,) = folder.glob("*.json")
    return json.loads(log.read_text("utf-8"))
