"""From a source and nothing else to a task file: which functions it offers, and calls that show what one of them does."""

import time
from dataclasses import dataclass
from typing import Final

from code_review_env.env.check.calls import Subject
from code_review_env.env.check.trusted import Runner
from code_review_env.env.errors import InvalidParameter
from code_review_env.env.sandbox.program import Call, Execution, Program, Verdict
from code_review_env.env.scoring.gate import Refusal
from code_review_env.env.scoring.gate import parse as gate
from code_review_env.tasks.literal import literal
from code_review_env.tasks.signature import definition, foreign_imports, functions
from code_review_env.tasks.task import Case

EXAMPLES: Final = 8
"""Calls that the agent is shown."""

PATIENCE_S: Final = 30.0
"""Of all trial calls together; a file that loops at every call would take minutes."""

_NOT_IMPORTED: Final = frozenset({Verdict.IMPORT_ERROR, Verdict.CRASHED, Verdict.NO_RESULT})


@dataclass(frozen=True, slots=True)
class _Hurried:
    """A runner that starts nothing after a moment of the monotonic clock."""

    inner: Runner
    until: float

    def run(self, program: Program) -> Execution:
        """As the inner one.

        Raises:
            InvalidParameter: it is too late.
        """
        if time.monotonic() > self.until:
            message = f"the trial calls of {program.entry!r} take more than {PATIENCE_S:g} s; the function is too slow"
            raise InvalidParameter(message)
        return self.inner.run(program)


def offered(source: str) -> list[str]:
    """The functions of which a task can be made, public ones first.

    Raises:
        InvalidParameter: the file cannot be taken; the message tells the line.
    """
    parsed = gate(source)
    if isinstance(parsed, Refusal):
        raise InvalidParameter(parsed.detail)
    for line, module in foreign_imports(parsed.tree):
        message = f"line {line} imports {module!r}, and the sandbox has the standard library only"
        raise InvalidParameter(message)
    found = list(dict.fromkeys(functions(parsed.tree)))
    if not found:
        message = "the file has no top-level function: a method or a nested function cannot be the one under test"
        raise InvalidParameter(message)
    return sorted(found, key=lambda name: name.startswith("_"))


def own_file(runner: Runner, source: str, entry: str, stage: str) -> dict[str, object]:
    """What a task file of this source would hold, with examples that were found by calling the function.

    Args:
        runner: the sandbox.
        source: of the file.
        entry: the function under test.
        stage: whose rules judge the task; none that starts programs, whose answers nothing tells.

    Raises:
        InvalidParameter: the file cannot be taken; the message tells the line where there is one.
        Unavailable: the sandbox failed.
    """
    if entry not in offered(source):
        message = f"the file has no top-level function {entry!r}"
        raise InvalidParameter(message)
    text = source if "\n" in source else source + "\n"
    hurried = _Hurried(runner, time.monotonic() + PATIENCE_S)
    _require_import(hurried, text, entry)
    try:
        examples = Subject(hurried, text, entry).examples(EXAMPLES)
    except InvalidParameter as error:
        message = f"line {_line(text, entry)}: {error}"
        raise InvalidParameter(message) from None
    return {"entry": entry, "stage": stage, "messy": text, "examples": list(map(_row, examples))}


def _require_import(runner: Runner, source: str, entry: str) -> None:
    """A call without arguments: whatever it does, the module was imported before."""
    done = runner.run(Program(source, entry, ((Call(),),), audit="record"))
    if done.verdict in _NOT_IMPORTED:
        message = f"the file does not run by itself: {done.detail or done.verdict.value}"
        raise InvalidParameter(message)


def _line(source: str, entry: str) -> int:
    parsed = gate(source)
    node = None if isinstance(parsed, Refusal) else definition(parsed.tree, entry)
    return node.lineno if node else 1


def _row(case: Case) -> dict[str, object]:
    return {"args": literal(list(case.args)), "kwargs": literal(dict(case.kwargs))}
