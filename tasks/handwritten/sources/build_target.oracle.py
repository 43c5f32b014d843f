"""Builds of our projects on request of the chat bot.

People type targets and variables into a chat, so both may hold any character;
make must get each as one argument.
"""

import subprocess
from typing import Any

FOLDERS = {"web": "web", "api": "services/api", "docs": "docs"}
STATUS_WORDS = {0: "built", 1: "out of date", 2: "failed"}
MISSING = 127  # what a shell reports for a program that is not there


def run(argv: list[str], folder: str) -> tuple[int, str]:
    """Status and everything that was printed, standard error included."""
    try:
        result = subprocess.run(
            argv,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        return MISSING, ""
    return result.returncode, result.stdout


def run_all(commands: list[list[str]], folder: str) -> tuple[int, str]:
    """Run commands up to the first that fails: its status, and all that was printed."""
    status, log = 0, ""
    for argv in commands:
        status, text = run(argv, folder)
        log += text
        if status != 0:
            break
    return status, log


def assignments(variables: dict[str, str]) -> list[str]:
    """KEY=VALUE words in the order of the keys. Keys are checked, values free."""
    words = []
    for key in sorted(variables):
        if not key.isidentifier():
            raise ValueError("not a variable: " + key)
        words.append(f"{key}={variables[key]}")
    return words


def build(
    project: str,
    targets: list[str],
    variables: dict[str, str] | None = None,
    clean: bool = False,
    jobs: int = 1,
) -> dict[str, Any]:
    """Run `make -j JOBS KEY=VALUE ... TARGET ...` in the folder of a project.

    With `clean`, `make clean` runs before it; when that fails the build is not
    started and the status is that of the cleaning. Returns `{"status", "word",
    "log"}`: the exit status, "built", "out of date", "failed" or "status N" for
    it, and the printed lines of both programs without blank ones. Raises
    KeyError for a project that is not in FOLDERS and
    ValueError("not a variable: KEY") for a key that is no identifier, before
    anything is started, and RuntimeError("make is not installed") when there
    is no make (status 127). `jobs` below 1 counts as 1.
    """
    folder = FOLDERS[project]
    words = [*assignments(variables or {}), *targets]
    commands = [["make", "clean"]] if clean else []
    commands.append(["make", "-j", str(max(jobs, 1)), *words])
    status, log = run_all(commands, folder)
    if status == MISSING:
        raise RuntimeError("make is not installed")
    return {
        "status": status,
        "word": STATUS_WORDS.get(status, f"status {status}"),
        "log": [text for text in log.splitlines() if text.strip()],
    }
