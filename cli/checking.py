"""The commands `check` and `tasks new`: two versions of a function compared, and a task file made from a module."""

import json
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from code_review_env.cli.render import JsonObject
from code_review_env.env.check.calls import Subject
from code_review_env.env.check.check import Checked, check
from code_review_env.env.check.own import EXAMPLES
from code_review_env.env.check.trusted import Runner, Trusted
from code_review_env.env.errors import InvalidParameter
from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.server.settings import Settings
from code_review_env.tasks.literal import literal
from code_review_env.tasks.signature import functions, parse
from code_review_env.tasks.task import Case


def checked(original: Path, revised: Path, entry: str | None, count: int, *, trusted: bool = False) -> Checked:
    """Compare two files, with a progress bar on standard error; `trusted` ones run outside the sandbox.

    Raises:
        InvalidParameter: no such function, or the file has several and none was named.
        OSError: a file cannot be read.
        Unavailable: the sandbox failed.
    """
    right, other = original.read_text("utf-8"), revised.read_text("utf-8")
    name = entry or _only_function(right, other)
    console = Console(stderr=True)
    if trusted:
        console.print("[yellow]no sandbox[/]: both files run with all that you may do")
    with ExitStack() as stack:
        runners = _runners(stack, original, revised, trusted=trusted)
        bar = stack.enter_context(Progress(console=console, transient=True))
        line = bar.add_task(f"{name}: calls compared", total=count)
        subjects = Subject(runners[0], right, name), Subject(runners[1], other, name)
        return check(*subjects, count, lambda done: bar.update(line, completed=done))


def checked_object(found: Checked) -> JsonObject:
    """The result of `check`."""
    difference = found.difference
    told = (
        {
            "call": difference.case.call(found.entry),
            "original": difference.original,
            "revised": difference.revised,
        }
        if difference
        else None
    )
    return {"entry": found.entry, "inputs": found.compared, "difference": told}


def print_checked(found: Checked) -> None:
    """The smallest difference, or that there is none."""
    console = Console(soft_wrap=True)
    if found.difference is None:
        console.print(f"[green]no difference[/] on {found.compared} calls of {found.entry}")
        return
    console.print(f"[red]they part[/] at {escape(found.difference.case.call(found.entry))}")
    console.print(f"  original: {escape(found.difference.original)}")
    console.print(f"  revised:  {escape(found.difference.revised)}")


def task_text(original: Path, entry: str | None, stage: str) -> str:
    """A task file for a module, with examples that were found by calling the function.

    Raises:
        InvalidParameter: no such function, or no call was found that it answers.
        OSError: the file cannot be read.
        Unavailable: the sandbox failed.
    """
    source = original.read_text("utf-8")
    name = entry or _only_function(source, source)
    with _pool() as pool:
        examples = Subject(pool, source, name).examples(EXAMPLES)
    head = [
        "# Read the examples: they are the calls that an agent is shown, and the types that it may rely on.",
        f"entry = {json.dumps(name)}",
        f"stage = {json.dumps(stage)}",
        f"messy = {json.dumps(original.name)}",
    ]
    return "\n".join([*head, *(_example(case) for case in examples)]) + "\n"


def _example(case: Case) -> str:
    lines = ["", "[[examples]]", f"args = {json.dumps(literal(list(case.args)))}"]
    return "\n".join([*lines, f"kwargs = {json.dumps(literal(dict(case.kwargs)))}"] if case.kwargs else lines)


def _only_function(right: str, other: str) -> str:
    """The one public function that both files have."""
    both = [name for name in functions(parse(right)) if name in functions(parse(other)) and not name.startswith("_")]
    if len(both) != 1:
        message = f"name the function with --entry; both files have {', '.join(both) or 'none in common'}"
        raise InvalidParameter(message)
    return both[0]


def _runners(stack: ExitStack, original: Path, revised: Path, *, trusted: bool) -> tuple[Runner, Runner]:
    if trusted:
        return Trusted(original.parent), Trusted(revised.parent)
    pool = stack.enter_context(_pool())
    return pool, pool


def _pool() -> SandboxPool:
    return replace(Settings().pool(), workers=1).open()
