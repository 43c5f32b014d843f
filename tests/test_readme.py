"""What the README shows is run, word for word."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """All fenced blocks of one language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


@pytest.mark.skipif(shutil.which("curl") is None, reason="the transcript uses curl: apt-get install curl")
def test_shell_transcript_prints_what_it_says(server: Any) -> None:
    """Reset and three oracles by curl: each stage cleared at 0.99, then done, then 409."""
    (script,) = blocks("bash")
    script = script.replace(".venv/bin/python", sys.executable)
    done = subprocess.run(
        ["/bin/bash", "-eu", "-c", script],
        env={"URL": server.url, "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    expected = next(block for block in blocks("text") if "EpisodeOver" in block)
    assert re.sub(r"'[0-9a-f]{32}'", "'...'", done.stdout).split() == expected.split(), done.stderr


@pytest.mark.parametrize("number", [0, 1])
def test_python_snippet_runs(server: Any, number: int) -> None:
    """The remote snippet and the one in process both print a reward."""
    snippet = blocks("python")[number].replace("http://127.0.0.1:8000", server.url)
    done = subprocess.run([sys.executable, "-c", snippet], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert re.match(r"0\.\d+ ", done.stdout)


def test_every_command_and_route_stands_in_the_readme(server: Any) -> None:
    """Nothing is undocumented: each command of the CLI, each reset argument, each route of ours."""
    listed = subprocess.run([sys.executable, "-m", "code_review_env", "--help"], capture_output=True, text=True, check=True)
    commands = set(re.findall(r"^[│ ]+([a-z]+) {2,}", listed.stdout, re.MULTILINE))
    assert commands >= {"serve", "play", "score", "tasks", "doctor"}
    assert all(f"`{name}" in README for name in commands)
    routes = [path for path in server.get("/openapi.json")["paths"] if path.startswith(("/episodes", "/health"))]
    assert routes
    assert all(path.replace("episode_id", "id") in README for path in routes)
