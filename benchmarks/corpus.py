"""What "a typical submission" is: the one definition that every figure of the benchmark refers to.

Ten tasks of `typical.toml`, five of the stage easy and five of hard, each a file of 300 to 500 bytes with 10 calls in five
groups, one of them visible. For each task 20 submissions as a policy in training sends them: the oracle, the messy original
unchanged, and three that miss by one edit, four times each. A comment makes all 200 texts different, so that nothing that
was computed for one can serve another.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from code_review_env.tasks.task import Case, Group, Task

VARIANTS: Final = 4
"""Times that each text of a task is sent, told apart by a comment."""

KINDS: Final = 5
"""Different texts of a task."""

PER_GROUP: Final = 2
_FILE: Final = Path(__file__).with_name("typical.toml")


@dataclass(frozen=True, slots=True)
class Submission:
    """One text for one task."""

    task: Task
    code: str


@cache
def tasks() -> tuple[Task, ...]:
    """The tasks written for the benchmark."""
    return tuple(_task(row) for row in _rows())


def submissions() -> list[Submission]:
    """The whole corpus, kinds and tasks mixed, in the same order on every machine."""
    made = zip(*(_texts(row, task) for row, task in zip(_rows(), tasks(), strict=True)), strict=True)
    return [one for together in made for one in together]


def episodes() -> list[list[Submission]]:
    """The corpus as 40 episodes of one task each: five steps, of which the last, the oracle's, ends it."""
    made, count = submissions(), len(tasks())
    played = [made[at::count] for at in range(count)]
    return [[*one[at + 1 : at + KINDS], one[at]] for at in range(0, KINDS * VARIANTS, KINDS) for one in played]


@cache
def _rows() -> tuple[dict[str, Any], ...]:
    return tuple(tomllib.loads(_FILE.read_text("utf-8"))["task"])


def _task(row: dict[str, Any]) -> Task:
    cases = [Case(tuple(args)) for args in row["calls"]]
    pairs = [tuple(cases[at : at + PER_GROUP]) for at in range(0, len(cases), PER_GROUP)]
    shown = Group("examples", "example", pairs[0], visible=True)
    hidden = (Group(f"calls {number}", "partition", pair) for number, pair in enumerate(pairs[1:], 2))
    return Task(
        name=row["name"],
        stage=row["stage"],
        entry=row["entry"],
        instruction="Repair this file so that it behaves exactly as before.",
        messy=row["messy"],
        oracle=row["oracle"],
        groups=(shown, *hidden),
    )


def _texts(row: dict[str, Any], task: Task) -> Iterator[Submission]:
    oracle = row["oracle"]
    for variant in range(VARIANTS):
        for text in (oracle, task.messy, *(oracle.replace(old, new) for old, new in row["near"])):
            yield Submission(task, f"# variant {variant}\n{text}")
