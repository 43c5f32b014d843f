"""What is asked: a task and its parts, as frozen data with a content identity.

A task holds inputs only. What a call must give comes from running the reference source (the oracle, or the messy
source itself) in the sandbox, so no expected value can be stale and none lies where a submission could read it.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, get_args

from code_review_env.tasks.literal import literal

MAX_GROUPS: Final = 12
"""0.99 - 0.49 / 12 = 0.949 lies under the clear line of 0.95, so one failing group can never clear."""

SplitName = Literal["train", "validation", "test", "private", "own"]
SPLITS: Final[tuple[SplitName, ...]] = get_args(SplitName)[:3]
"""The splits of the package. `private` is made from a secret of the server's, `own` marks a task that a user brought."""

GroupKind = Literal[
    "example",
    "partition",
    "boundary",
    "error",
    "mutation",
    "repeat",
    "property",
    "benign",
    "payload",
    "failure",
    "missing",
    "probe",
    "documented",
    "typed",
]
"""What the cases of a group look for. In the last three more than behaviour counts: what the run was watched for, the
examples of the docstring, the annotations of the entry."""


class InvalidTask(ValueError):
    """The task breaks a rule that every task must keep; the message names the rule."""


@dataclass(frozen=True, slots=True)
class Tool:
    """What a scripted program does when the code under test starts it (medium stage).

    Attributes:
        stdout: text written to standard output.
        stderr: text written to standard error.
        exit: exit status, 0 to 255.
        missing: the program does not exist: 127 from a shell, `FileNotFoundError` from an argv list.
        echo: standard input is copied to standard output first (`cat`).
        hang: never ends by itself, so that a `timeout=` or `kill()` must end it.
    """

    stdout: str = ""
    stderr: str = ""
    exit: int = 0
    missing: bool = False
    echo: bool = False
    hang: bool = False


Tools = Mapping[str, tuple[Tool, ...]]
"""Program name -> what it does at its 1st, 2nd, ... start within one call; the last entry repeats."""


@dataclass(frozen=True, slots=True)
class Case:
    """One call of the entry point.

    Attributes:
        args: positional arguments, values that `literal` can spell.
        kwargs: keyword arguments.
        tools: replaces the task's tools of the same names for this call only (failure path, missing program).
    """

    args: tuple[object, ...] = ()
    kwargs: Mapping[str, object] = field(default_factory=dict)
    tools: Tools = field(default_factory=dict)

    def call(self, entry: str) -> str:
        """The call as a person would type it, e.g. `total([1, 2], rate=0)`."""
        given = [literal(value) for value in self.args]
        given += [f"{name}={literal(value)}" for name, value in self.kwargs.items()]
        return f"{entry}({', '.join(given)})"


@dataclass(frozen=True, slots=True)
class Group:
    """What the specification calls a unit test: several cases that pass together or not at all.

    The cases of a group run in order in one fresh copy of the module, so a group may observe state kept between calls;
    two groups never share any.
    """

    name: str
    kind: GroupKind
    cases: tuple[Case, ...]
    visible: bool = False


@dataclass(frozen=True)
class Task:
    """One problem: messy source, entry point, visible examples, hidden groups.

    Attributes:
        name: readable address inside the bank, e.g. `easy/invoice_total`; not part of the identity.
        stage: name of the curriculum stage whose rules judge the task.
        entry: name of the top-level function under test.
        instruction: one or two sentences for the agent.
        messy: the original source, UTF-8 text.
        oracle: a clean source with the same behaviour, or None for a task that a user brought without one.
        groups: at most `MAX_GROUPS`, visible ones first.
        tools: scripted programs of the medium stage.
        files: path -> content of the files that the code under test may open.
        now: frozen POSIX time in seconds, or None for a clock that starts at 0 in 2024-01-01 UTC.
        exact_floats: compare floats bit for bit instead of within rel 1e-9, abs 1e-12.
        split: part of the bank that the task belongs to.
        mined: the cases were generated, so those on which the reference fails by the interpreter's doing are dropped.
        family: name of the family that made it, "" for a task of its own; not part of the identity.
        level: amount of mess within the family, 0 (tiny) to 5, or None; not part of the identity.
    """

    name: str
    stage: str
    entry: str
    instruction: str
    messy: str
    groups: tuple[Group, ...]
    oracle: str | None = None
    tools: Tools = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    now: float | None = None
    exact_floats: bool = False
    split: SplitName = "train"
    mined: bool = False
    family: str = ""
    level: int | None = None

    def __post_init__(self) -> None:
        """Refuse what no task may be.

        Raises:
            InvalidTask: no or too many groups, an empty one, two of one name, or the visible ones missing or not in front.
        """
        names = [group.name for group in self.groups]
        if not 1 <= len(names) <= MAX_GROUPS:
            message = f"{self.name}: a task has 1 to {MAX_GROUPS} groups, this one has {len(names)}"
            raise InvalidTask(message)
        if len(set(names)) < len(names) or not all(group.cases for group in self.groups):
            message = f"{self.name}: group names must differ and every group needs a case"
            raise InvalidTask(message)
        shown = [group.visible for group in self.groups]
        if not shown[0] or shown != sorted(shown, reverse=True):
            message = f"{self.name}: a visible group must hold the examples, in front of the hidden ones"
            raise InvalidTask(message)

    @property
    def reference(self) -> str:
        """The source whose behaviour is right by definition."""
        return self.messy if self.oracle is None else self.oracle

    @property
    def examples(self) -> Iterator[Case]:
        """The cases an agent is shown."""
        return (case for group in self.groups if group.visible for case in group.cases)

    @cached_property
    def id(self) -> str:
        """sha256 (64 hex digits) of everything that decides a score; names and prose are left out."""
        content = {
            "stage": self.stage,
            "entry": self.entry,
            "messy": self.messy,
            "oracle": self.oracle,
            "groups": [[group.kind, group.visible, [_case(case) for case in group.cases]] for group in self.groups],
            "tools": _tools(self.tools),
            "files": sorted(self.files.items()),
            "now": self.now,
            "exact_floats": self.exact_floats,
            "mined": self.mined,
        }
        return hashlib.sha256(json.dumps(content, ensure_ascii=True, sort_keys=True).encode()).hexdigest()


def _case(case: Case) -> list[object]:
    return [literal(case.args), literal(dict(case.kwargs)), _tools(case.tools)]


def _tools(tools: Tools) -> list[object]:
    return [
        [name, [[t.stdout, t.stderr, t.exit, t.missing, t.echo, t.hang] for t in runs]] for name, runs in sorted(tools.items())
    ]
