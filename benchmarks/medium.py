"""The medium stage: calls that start programs, through the virtual process table and through a real shell with stub programs.

The real side gets the best of it: its fork is of a small interpreter, nothing confines or observes what it starts, and a tool
that does what a program of the system does is that program.
"""

import json
import shlex
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Final

from code_review_env.benchmarks.cpu import REAPED, metered
from code_review_env.benchmarks.record import Figure, Target, value
from code_review_env.benchmarks.rig import Rig
from code_review_env.benchmarks.sides import MS
from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.program import Limits, Verdict
from code_review_env.env.scoring.reference import program_of
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.task import Case, Task, Tool

PART: Final = "medium"
TASK: Final = "medium/log_search"
"""grep and tail in a pipe: no path of it leads out of an empty folder, so it may run for real."""

VIRTUAL: Final = "virtual"
REAL: Final = "real"
_SCRIPT: Final = Path(__file__).with_name("real_calls.py")
_CPU_S: Final = 30.0
"""So much that no limit is met."""


@dataclass(frozen=True, slots=True)
class Calls:
    """The payload calls of the task on one of its sources."""

    name: str
    task: Task
    source: str
    cases: tuple[Case, ...]


def _sources() -> list[Calls]:
    task = TaskBank.load().find(TASK)
    cases = tuple(case for group in task.groups if group.kind == "payload" for case in group.cases)
    return [Calls("messy file, a shell", task, task.messy, cases), Calls("oracle, no shell", task, task.reference, cases)]


def measure(rig: Rig) -> Iterator[Figure]:
    """Run the part."""
    sources, setting = _sources(), rig.setting
    costs: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    with tempfile.TemporaryDirectory(prefix="bench-") as folder, _real(Path(folder), sources[0].task) as real:
        for number in range(1, setting.rounds + 1):
            setting.say(f"round {number} of {setting.rounds}")
            for calls in sources * setting.texts:
                costs[calls.name, VIRTUAL].append(_virtually(rig.scorer(1).pool, calls))
                costs[calls.name, REAL].append(_really(real, calls))
    for calls in sources:
        for way in (VIRTUAL, REAL):
            for at, metric in enumerate(("p50", "CPU")):
                each = median(cost[at] for cost in costs[calls.name, way]) * MS / len(calls.cases)
                yield Figure(part=PART, subject=calls.name, metric=f"{metric} of a call, {way}", unit="ms", value=each)
        yield Figure(part=PART, subject=calls.name, metric="calls", unit="", value=len(calls.cases))


def _virtually(pool: SandboxPool, calls: Calls) -> tuple[float, float]:
    """Wall and CPU seconds of all calls."""
    program = replace(program_of(calls.task, calls.source, (calls.cases,)), limits=Limits(cpu_s=_CPU_S))
    with metered() as cpu:
        began = time.perf_counter()
        execution = pool.run(program)
        wall = time.perf_counter() - began
    if execution.verdict is not Verdict.OK:
        message = f"{calls.name}: {execution.verdict} {execution.detail}"
        raise ValueError(message)
    return wall, execution.cpu_s + sum(seconds for kind, seconds in cpu.items() if kind != REAPED)


@contextmanager
def _real(folder: Path, task: Task) -> Iterator["subprocess.Popen[str]"]:
    """The process that makes real calls, in an empty folder with nothing but stubs on its path."""
    tools, work = folder / "tools", folder / "work"
    tools.mkdir()
    work.mkdir()
    for name, runs in task.tools.items():
        _stub(tools / name, runs[0])
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", "-B", str(_SCRIPT)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={"PATH": str(tools)},
        cwd=work,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def _stub(path: Path, tool: Tool) -> None:
    """A small program that does what the tool is said to do."""
    if not (tool.stdout or tool.stderr or tool.exit):
        path.symlink_to("/bin/cat" if tool.echo else "/bin/true")
        return
    said = "".join(f"printf %s {shlex.quote(text)}{to}\n" for text, to in ((tool.stdout, ""), (tool.stderr, " >&2")) if text)
    path.write_text(f"#!/bin/sh\n{said}exit {tool.exit}\n", "utf-8")
    path.chmod(0o755)


def _really(process: "subprocess.Popen[str]", calls: Calls) -> tuple[float, float]:
    """Wall and CPU seconds of all calls."""
    if process.stdin is None or process.stdout is None:
        message = "opened without pipes"
        raise ValueError(message)
    request: Mapping[str, object] = {
        "source": calls.source,
        "entry": calls.task.entry,
        "calls": [case.args for case in calls.cases],
    }
    with metered() as cpu:
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
    if answer["status"]:
        message = f"{calls.name}: the real run ended with status {answer['status']}"
        raise ValueError(message)
    return answer["wall_s"], sum(cpu.values())


def targets(found: Sequence[Figure]) -> Iterator[Target]:
    """Half of the real thing."""
    for calls in _sources():
        virtual, real = (value(found, PART, calls.name, f"p50 of a call, {way}") for way in (VIRTUAL, REAL))
        if virtual and real:
            yield Target(name=f"payload calls, virtual / real ({calls.name})", at_most=0.5, value=virtual / real)
