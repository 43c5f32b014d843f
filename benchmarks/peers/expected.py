"""What the oracle of a task gives, as those who keep answers beside their tests have it."""

import json
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from code_review_env.benchmarks.corpus import tasks
from code_review_env.tasks.task import Task

_SCRIPT: Final = Path(__file__).with_name("call.py")
_FRESH: Final = (sys.executable, "-I", "-S", "-B", str(_SCRIPT))


@dataclass(frozen=True, slots=True)
class Answer:
    """A call and what it gives.

    Attributes:
        args: positional arguments, JSON values.
        kind: whether it returns or raises.
        given: the value, or the name of the exception.
    """

    args: tuple[Any, ...]
    kind: Literal["value", "raise"]
    given: Any

    def check(self, entry: str) -> str:
        """Statements that fail unless the call gives the same."""
        call = f"{entry}(*{self.args!r})"
        if self.kind == "value":
            return f"assert {call} == {self.given!r}\n"
        return f"try:\n    {call}\nexcept {self.given}:\n    pass\nelse:\n    raise AssertionError\n"


@cache
def answers(name: str) -> tuple[Answer, ...]:
    """All calls of the task of that name with what its oracle gives."""
    task = next(task for task in tasks() if task.name == name)
    return tuple(Answer(args, *given) for args, given in zip(_calls(task), fresh_run(task, task.reference) or (), strict=True))


def fresh_run(task: Task, source: str) -> list[tuple[Any, Any]] | None:
    """What the calls of a task give in a fresh interpreter, or None if the source does not run."""
    request = json.dumps({"source": source, "entry": task.entry, "calls": _calls(task)})
    done = subprocess.run(_FRESH, input=request, capture_output=True, text=True, env={}, cwd="/", check=False)
    return None if done.returncode else [(kind, given) for kind, given in json.loads(done.stdout)]


def _calls(task: Task) -> list[tuple[object, ...]]:
    return [case.args for group in task.groups for case in group.cases]
