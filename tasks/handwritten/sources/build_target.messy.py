"""Builds of our projects on request of the chat bot.

People type targets and variables into a chat, so both may hold any character;
make must get each as one argument.
"""

import subprocess
from typing import Any

FOLDERS = {"web": "web", "api": "services/api", "docs": "docs"}
STATUS_WORDS = {0: "built", 1: "out of date", 2: "failed"}


def command(folder: str, arguments: list[str], clean: bool) -> str:
    """Shell line that runs make in the folder of the project."""
    parts = ["cd " + folder]
    if clean:
        parts.append("make clean")
    parts.append(" ".join(["make"] + arguments))
    return " && ".join(parts)


def run(line: str) -> tuple[int, str]:
    """Status and everything that was printed, standard error included."""
    process = subprocess.Popen(
        line,
        shell=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    log, _ = process.communicate()
    return process.returncode, log


def assignments(variables: dict[str, str]) -> list[str]:
    """KEY='VALUE' words in the order of the keys. Keys are checked, values free."""
    words = []
    for key in sorted(variables):
        if not key.isidentifier():
            raise ValueError("not a variable: " + key)
        words.append(key + "='" + variables[key] + "'")
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
    arguments = ["-j", str(max(jobs, 1))] + assignments(variables or {}) + targets
    status, log = run(command(folder, arguments, clean))
    if status == 127:
        raise RuntimeError("make is not installed")
    return {
        "status": status,
        "word": STATUS_WORDS.get(status, f"status {status}"),
        "log": [text for text in log.splitlines() if text.strip()],
    }
