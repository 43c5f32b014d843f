"""Peers that need nothing beyond what is installed here anyway: pytest and ruff as commands, and a fresh interpreter each."""

import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from code_review_env.benchmarks.corpus import Submission
from code_review_env.benchmarks.peers.expected import answers, fresh_run
from code_review_env.env.analysis.ruff import Ruff
from code_review_env.tasks.curriculum import load_curriculum

PYTEST: Final = "pytest + ruff subprocess"
FRESH: Final = "python -I -S + ruff on stdin"

_PYTEST: Final = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_submission.py")
_ENVIRONMENT: Final = {
    "PATH": os.defpath,
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}


def pytest_and_ruff(submission: Submission) -> bool:
    """A temporary folder with the submission and a test file; pytest and ruff as subprocesses. Whether all tests pass."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        Path(folder, "submission.py").write_text(submission.code, "utf-8")
        Path(folder, "test_submission.py").write_text(_tests(submission.task.name, submission.task.entry), "utf-8")
        tests = subprocess.run(_PYTEST, cwd=folder, env=_ENVIRONMENT, capture_output=True, check=False)
        subprocess.run(_ruff(submission.task.stage), cwd=folder, env={}, capture_output=True, check=False)
    return tests.returncode == 0


@cache
def _tests(name: str, entry: str) -> str:
    checks = [answer.check(entry).replace("\n", "\n    ") for answer in answers(name)]
    tests = [f"def test_{number}():\n    {check}\n" for number, check in enumerate(checks)]
    return f"from submission import {entry}\n\n" + "\n".join(tests)


@cache
def _ruff(stage: str) -> tuple[str, ...]:
    rules = load_curriculum().stage(stage)
    limit = ("--config", f"lint.mccabe.max-complexity={rules.max_complexity}") if rules.max_complexity else ()
    chosen = ("--select", ",".join(rules.select), *limit, "--output-format", "json", "submission.py")
    return (str(_cli().path), "check", "--isolated", "--no-cache", "--quiet", *chosen)


def fresh_and_ruff(submission: Submission) -> bool:
    """An interpreter of its own without site-packages, then ruff on standard input. Whether all calls give the same."""
    task = submission.task
    seen = fresh_run(task, submission.code)
    rules = load_curriculum().stage(task.stage)
    _cli().lint(submission.code, select=rules.select, max_complexity=rules.max_complexity)
    return seen == [(answer.kind, answer.given) for answer in answers(task.name)]


@cache
def _cli() -> Ruff:
    return Ruff.installed()
