"""Calls run in an ordinary interpreter with all that the user may do, for files that their owner trusts."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from code_review_env.env.errors import InvalidParameter
from code_review_env.env.sandbox.program import Execution, Level, Outcome, Program, Verdict
from code_review_env.tasks.literal import literal

PATIENCE_S: Final = 60.0
"""Of one run, imports of large libraries included."""

_START: Final = "from code_review_env.env.check.ordinary import main; main()"


class Runner(Protocol):
    """Runs a program: the sandbox, or `Trusted`."""

    def run(self, program: Program) -> Execution:
        """Everything observed of it."""


@dataclass(frozen=True, slots=True)
class Trusted:
    """No sandbox at all: files, network and installed packages are there, and nothing is taken back.

    Attributes:
        folder: where the code's own imports begin.
    """

    folder: Path

    def run(self, program: Program) -> Execution:
        """Run each call of the program on a fresh copy of its module.

        Raises:
            InvalidParameter: the interpreter did not answer at all.
        """
        calls = [call for group in program.groups for call in group]
        request = {
            "source": program.source,
            "entry": program.entry,
            "folder": str(self.folder.resolve()),
            "calls": [[literal(tuple(call.args)), literal(dict(call.kwargs))] for call in calls],
        }
        lines = _answer(json.dumps(request))
        found = [Outcome(**json.loads(line)) for line in lines]
        found += [Outcome("lost")] * (len(calls) - len(found))
        verdict = Verdict.OK if len(lines) == len(calls) else Verdict.NO_RESULT
        return Execution(verdict, "", tuple((outcome,) for outcome in found), level=Level.C)


def _answer(request: str) -> list[bytes]:
    """The whole lines that the interpreter wrote before its end or ours."""
    command = [sys.executable, "-c", _START]
    try:
        done = subprocess.run(command, input=request.encode(), capture_output=True, timeout=PATIENCE_S, check=False)
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").split(b"\n")[:-1]
    lines = done.stdout.split(b"\n")[:-1]
    said = done.stderr.decode("utf-8", "replace").strip()
    if done.returncode and said and not lines:
        message = f"the file cannot be run: {said.splitlines()[-1]}"
        raise InvalidParameter(message)
    return lines
