"""Runs sources on the cases of a task in a fresh interpreter, with real scripts and a real shell for the medium stage."""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.literal import literal
from code_review_env.tasks.task import Group, Task

DRIVER = Path(__file__).parents[2] / "data" / "call_driver.py"

Run = Callable[[Task, Sequence[str], Sequence[Group]], list[Any]]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each hand-written task of the stages that a test asks for by the name of its parameter."""
    tasks = TaskBank.load().handwritten
    for name in ("easy_task", "medium_task", "hard_task", "plain_task", "any_task"):
        if name in metafunc.fixturenames:
            stages = {"plain": {"easy", "hard"}, "any": {"easy", "medium", "hard"}}
            wanted = stages.get(name.removesuffix("_task"), {name.removesuffix("_task")})
            chosen = [task for task in tasks if task.stage in wanted]
            metafunc.parametrize(name, chosen, ids=[task.name for task in chosen])


def _job(task: Task, sources: Sequence[str], groups: Sequence[Group], folder: Path) -> dict[str, Any]:
    job: dict[str, Any] = {"sources": list(sources), "entry": task.entry, "seconds": 60}
    job["groups"] = [[literal((case.args, dict(case.kwargs))) for case in group.cases] for group in groups]
    if task.stage == "medium":
        merged = [[{**task.tools, **case.tools} for case in group.cases] for group in groups]
        job["tools"] = [[{n: [asdict(t) for t in runs] for n, runs in tools.items()} for tools in row] for row in merged]
        job |= {"files": dict(task.files), "root": str(folder)}
    return job


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """For each source, each group and each case: what the call did."""

    def run(task: Task, sources: Sequence[str], groups: Sequence[Group]) -> list[Any]:
        job = tmp_path / "job.json"
        job.write_text(json.dumps(_job(task, sources, groups, tmp_path)), "utf-8")
        home = tmp_path / "home"
        home.mkdir(exist_ok=True)
        result = tmp_path / "result.json"
        subprocess.run(
            [sys.executable, "-I", "-S", "-X", "utf8", str(DRIVER), str(job), str(result)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            env={"HOME": str(home), "LANG": "C.UTF-8"},
        )
        found: list[Any] = json.loads(result.read_text("utf-8"))
        return found

    return run
