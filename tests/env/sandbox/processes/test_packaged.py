"""What the packaged tasks hand to a shell, in the virtual one and in dash."""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parent))

from dash import Judge, Script

from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.program import Limits, Processes
from code_review_env.env.scoring.reference import program_of
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.task import Case, Task, Tools

PROJECT: Final = "/home/user/project"
OUTSIDE: Final = re.compile(r"[<>]\s*['\"]?/(?!dev/null)|/s?bin/")
"""A redirection to a path from the root, which would be a real file, or a program at its real place."""
MOST: Final = 60
"""Tasks; a larger bank is sampled."""

Tooling = tuple[tuple[str, tuple[object, ...]], ...]


def _tasks() -> list[Task]:
    medium = [task for task in TaskBank.load().entries if task.stage == "medium"]
    return medium[:: -(-len(medium) // MOST)]


def _runs(pool: SandboxPool, task: Task) -> Iterator[tuple[Case, Processes]]:
    """Each call of a task with the processes that its messy source starts."""
    cases = [case for group in task.groups for case in group.cases]
    program = replace(program_of(task, task.messy, (tuple(cases),)), audit="record", limits=Limits(cpu_s=10, wall_s=60))
    (outcomes,) = pool.run(program).groups
    for case, outcome in zip(cases, outcomes, strict=True):
        if outcome.processes is not None:
            yield case, outcome.processes


def _scripts(pool: SandboxPool, task: Task) -> Iterator[Script]:
    """What a task hands to `sh -c`, with all that stands around it; file names are taken below the project."""
    files = {name.removeprefix(f"{PROJECT}/"): text for name, text in task.files.items()}
    for case, processes in _runs(pool, task):
        for spawn in processes.spawns:
            if spawn.via == "py" and spawn.argv[:2] in (("sh", "-c"), ("/bin/sh", "-c")) and spawn.cwd.startswith(PROJECT):
                yield Script(
                    text=spawn.argv[2],
                    files={name: text for name, text in files.items() if not name.startswith("/")},
                    tools=_spelled({**task.tools, **case.tools}),
                    env=dict(spawn.env),
                    cwd=spawn.cwd.removeprefix(PROJECT).lstrip("/"),
                    stdin=spawn.stdin.encode("utf-8", "surrogateescape"),
                )


def _spelled(tools: Tools) -> dict[str, list[dict[str, object]]]:
    return {name: [asdict(run) for run in runs] for name, runs in tools.items()}


def test_packaged_strings_equal_dash(tmp_path: Path, print_table: Callable[[str], None]) -> None:
    """Every string of every medium task does what it does in dash: status, output, programs, files."""
    with SandboxPool(workers=1, queue=8, wait_s=60) as pool:
        met = {repr(script): script for task in _tasks() for script in _scripts(pool, task)}
    scripts = [script for script in met.values() if not OUTSIDE.search(script.text)]
    judges: dict[str, Judge] = {}
    verdicts = []
    for script in scripts:
        tools = repr(script.tools)
        if tools not in judges:
            judges[tools] = Judge(tmp_path / str(len(judges)), script.tools)
        verdicts.append(judges[tools].compare(script))
    agree = sum(verdict.kind in {"agrees", "side by side"} for verdict in verdicts)
    print_table(f"shell against dash, packaged tasks: {len(scripts)} compared, {agree} agree")
    wrong = [
        f"{script.text!r}: {verdict.kind}: {verdict.detail}"
        for script, verdict in zip(scripts, verdicts, strict=True)
        if verdict.kind in {"differs", "refused"}
    ]
    assert wrong == []
    assert len(scripts) > 100
