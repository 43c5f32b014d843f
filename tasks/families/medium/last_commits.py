"""History of one file by git. Edges: subjects with the separator in them, lines cut short, a branch nobody knows."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""History for the review page."""

import subprocess

FORMAT = "%h|%an|%s"
UNKNOWN = 128  # what git ends with when it knows no such branch or path


def parse(line: str) -> dict[str, str] | None:
    """The parts of "HASH|AUTHOR|SUBJECT", or None for another line."""
    parts = line.split("|", 2)
    if len(parts) < 3 or not parts[0]:
        return None
    return {"hash": parts[0], "author": parts[1], "subject": parts[2].strip()}


def last_commits(branch: str, path: str, count: int = 5) -> list[dict[str, str]]:
    """The last commits of `branch` that touch `path`, newest first.

    Starts `git log --pretty=format:%h|%an|%s -n COUNT BRANCH -- PATH` and
    skips lines of another form. A count below 1 gives [] and starts nothing.
    Raises LookupError("no BRANCH") when git ends with 128, and
    RuntimeError("git failed with N") when it ends with another status than 0;
    a missing git counts as status 127.
    """
    if count < 1:
        return []
    options = [f"--pretty=format:{FORMAT}", "-n", str(count)]
    try:
        result = subprocess.run(
            ["git", "log", *options, branch, "--", path],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        status, output = result.returncode, result.stdout
    except FileNotFoundError:
        status, output = 127, ""
    if status == UNKNOWN:
        raise LookupError(f"no {branch}")
    if status != 0:
        raise RuntimeError(f"git failed with {status}")
    commits = [parse(line) for line in output.splitlines()]
    return [commit for commit in commits if commit is not None]
'''

BASE: Final = changed(
    ORACLE,
    (
        """    options = [f"--pretty=format:{FORMAT}", "-n", str(count)]
    try:
        result = subprocess.run(
            ["git", "log", *options, branch, "--", path],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        status, output = result.returncode, result.stdout
    except FileNotFoundError:
        status, output = 127, ""
    if status == UNKNOWN:
        raise LookupError(f"no {branch}")
    if status != 0:
        raise RuntimeError(f"git failed with {status}")
    commits = [parse(line) for line in output.splitlines()]
""",
        """    result = subprocess.run(
        f"git log --pretty='format:{FORMAT}' -n {count} {branch} -- {path} 2>/dev/null",
        shell=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    if result.returncode == UNKNOWN:
        raise LookupError(f"no {branch}")
    if result.returncode != 0:
        raise RuntimeError(f"git failed with {result.returncode}")
    commits = [parse(line) for line in result.stdout.splitlines()]
""",
    ),
)

_BRANCHES: Final = ("main", "release/2.1", "feature/a-b", "HEAD", "v1.0", "hotfix_7", "user@work")
_PATHS: Final = ("README.md", "src/app.py", "docs/größe.txt", "a,b.csv", "lib/x+y.c", ".env")
_SUBJECTS: Final = ("Fix login", "Merge a|b", "", " padded ", "Größe", "x|y|z", "#12: done")


def _log(rng: random.Random) -> str:
    line = ["", "||", "|Ann|no hash", "a1|Ann", "a1b2c3|Ann Lee|Fix"]
    lines = [
        rng.choice([*line, f"{rng.randrange(16**7):07x}|{rng.choice(['Ann', 'Bo Li', ''])}|{rng.choice(_SUBJECTS)}"])
        for _ in range(rng.randint(0, 4))
    ]
    return "\n".join(lines) + rng.choice(["", "\n"])


def _call(rng: random.Random, branch: str, path: str, **result: int) -> Case:
    count = (rng.choice([1, 2, 10, 99]),) if rng.random() < 1 / 2 else ()
    tool = Tool(stdout=_log(rng), stderr=rng.choice(["", "warning: x\n"]), exit=result.get("exit", 0))
    return Case((branch, path, *count), tools={"git": (tool,)})


def _benign(rng: random.Random) -> Case:
    return _call(rng, rng.choice(_BRANCHES), rng.choice(_PATHS))


def _counts(rng: random.Random) -> Case:
    return Case((rng.choice(_BRANCHES), rng.choice(_PATHS), rng.choice([-1, 0, 0, 1, 2, rng.randint(3, 999)])))


def _failing(rng: random.Random) -> Case:
    return _call(rng, rng.choice(_BRANCHES), rng.choice(_PATHS), exit=rng.choice([0, 1, 127, 128, 128, 129, 255]))


def _hostile_path(rng: random.Random) -> Case:
    return _call(rng, rng.choice(_BRANCHES), hostile(rng, "a.py"), exit=rng.choice([0, 0, 0, 128]))


def _hostile_branch(rng: random.Random) -> Case:
    return _call(rng, hostile(rng, "main"), hostile(rng, "b"), exit=rng.choice([0, 0, 0, 128, 1]))


def _missing(rng: random.Random) -> Case:
    return Case((rng.choice(_BRANCHES), rng.choice(_PATHS), rng.randint(0, 3)), tools={"git": (Tool(missing=True),)})


FAMILY = Family(
    name="last_commits",
    stage="medium",
    domain="code review",
    split="train",
    entry="last_commits",
    instruction="Branch and path come from the address bar: run git without a shell and keep its standard error unseen.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"git": (Tool(stdout="a1b2c3d|Ann|Fix login\nb2|Bo|Merge a|b\n"),)},
    examples=(Case(("main", "app.py")), Case(("v1.0", "docs/a.md", 0)), Case(("x", "y", 2), tools={"git": (Tool(exit=128),)})),
    draws=(
        Draw("plain names", "benign", _benign),
        Draw("counts", "boundary", _counts),
        Draw("failing git", "failure", _failing),
        Draw("paths with a shell's meaning", "payload", _hostile_path),
        Draw("branches with a shell's meaning", "payload", _hostile_branch),
        Draw("missing git", "missing", _missing),
    ),
    canaries=(
        Canary("all splits", changed(ORACLE, ('line.split("|", 2)', 'line.split("|")'))),
        Canary("path without --", changed(ORACLE, ('branch, "--", path]', "branch, path]"))),
    ),
)
