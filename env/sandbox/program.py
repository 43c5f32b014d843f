"""What the sandbox is asked to run and what it observed: plain data, no expected values, no judgement."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Literal

from code_review_env.tasks.task import Tools

Tree = Any
"""A value as the codec carries it: JSON arrays, strings and numbers. Compared and shown as such, never rebuilt."""

KIB: Final = 1024
MIB: Final = 1024 * KIB


class Level(StrEnum):
    """How a submission is confined.

    A: seccomp and Landlock. B: seccomp with every path closed. C: rlimits alone, which scores only on explicit request.
    """

    A = "A"
    B = "B"
    C = "C"


class Verdict(StrEnum):
    """How a run ended. All but OK are the submission's doing; a fault of ours is an exception, never a verdict."""

    OK = "ok"
    IMPORT_ERROR = "import_error"
    TIMEOUT_CPU = "timeout_cpu"
    TIMEOUT_WALL = "timeout_wall"
    MEMORY = "memory"
    CRASHED = "crashed"
    OUTPUT_LIMIT = "output_limit"
    NO_RESULT = "no_result"
    DYNAMIC_CODE = "dynamic_code"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one program may use.

    Attributes:
        cpu_s: CPU seconds of the child over all its calls.
        wall_s: wall seconds, counted only while the child sleeps.
        memory_bytes: address space.
        output_bytes: standard output kept, over all calls.
        result_bytes: one frame from the child.
    """

    cpu_s: float = 1.0
    wall_s: float = 5.0
    memory_bytes: int = 512 * MIB
    output_bytes: int = 1 * MIB
    result_bytes: int = 4 * MIB


@dataclass(frozen=True, slots=True)
class World:
    """The outside that a program sees: nothing but this.

    Attributes:
        tools: scripted programs; with `processes` on, anything else is a missing program.
        files: path -> content of readable files.
        now: POSIX time in seconds at the start of every call, or None for 2024-01-01 UTC.
        processes: the program may start processes (virtual ones), as in the medium stage.
        probe: what its calls are watched for, as `zygote/probes.py` names it; "" for nothing.
    """

    tools: Tools = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    now: float | None = None
    processes: bool = False
    probe: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the entry point; `tools` replaces the world's tools of the same names for this call."""

    args: tuple[object, ...] = ()
    kwargs: Mapping[str, object] = field(default_factory=dict)
    tools: Tools = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Prepared:
    """The part of a request that does not depend on the source, as JSON; see `request.prepare`.

    Attributes:
        groups: each group of calls.
        world: the outside.
    """

    groups: tuple[str, ...]
    world: str


@dataclass(frozen=True, slots=True)
class Program:
    """A source and the calls to make on it.

    Attributes:
        source: UTF-8 Python text, already parsed once by the caller.
        entry: name of the function to call.
        groups: each group runs in a fresh copy of the module, its calls in order.
        audit: `enforce` ends the run at the first dynamic-code event that is not in `allowed`; `record` lists them.
        allowed: dynamic-code events (names as in `Execution.dynamic`) that the original itself raises.
        shown: how many leading groups have results that the author of the source gets to see. They run in a process that
            has not been sent the others yet, because what it reports may quote everything in its memory.
        trace: every call reports the lines that it ran, and is broken off after many. What a submission does in such a run
            judges nothing: it may trace lines itself then, and so write into variables that it could not reach otherwise.
        decorators: dotted name of each decorator of the entry, None for any other expression; their values are reported.
        prepared: groups and world as they are sent, where somebody keeps them for the next source.
        known: bytes of frames that were decoded before (`Outcome.raw`) -> the outcome. It saves decoding them again, decides
            nothing, and is never sent.
    """

    source: str
    entry: str
    groups: tuple[tuple[Call, ...], ...]
    world: World = field(default_factory=World)
    limits: Limits = field(default_factory=Limits)
    audit: Literal["enforce", "record"] = "enforce"
    allowed: frozenset[str] = frozenset()
    shown: int = 0
    trace: bool = False
    decorators: tuple[str | None, ...] = ()
    prepared: Prepared | None = None
    known: "Mapping[bytes, Outcome]" = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Spawn:
    """One program that the code under test started, as the broker saw it.

    Attributes:
        argv: arguments, bytes decoded with surrogateescape.
        exe: resolved absolute path in the virtual file system, or "" when there is no such program.
        cwd: working directory.
        env: differences from the base environment, sorted; None marks a removed variable.
        stdin: everything the program read.
        via: `sh` when a shell started it, `py` otherwise.
    """

    argv: tuple[str, ...]
    exe: str
    cwd: str
    env: tuple[tuple[str, str | None], ...]
    stdin: str
    via: Literal["py", "sh"]


@dataclass(frozen=True, slots=True)
class Processes:
    """What one call did to the virtual machine.

    Attributes:
        spawns: programs in the order of their start.
        shell: a shell was started, by any road.
        files: path -> content of files that differ from the start of the call, None for a removed one.
        refused: features that the virtual machine does not offer, by name.
    """

    spawns: tuple[Spawn, ...] = ()
    shell: bool = False
    files: tuple[tuple[str, str | None], ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one call did. `value`, `error` and `args_after` are claims of an untrusted process.

    Attributes:
        kind: `value`, `raise`, or `lost` when the child ended before it reported.
        value: the returned value, or None.
        error: qualified exception type, e.g. `builtins.ValueError`, or "".
        message: `str(exception)`, capped.
        fields: exception attributes that compare (`returncode`, `output`, `stderr`, `errno`, `filename`), as a tree.
        raised_by_source: the exception came from a `raise` statement of the program's own source.
        args_after: positional and named arguments after the call, as a tree; None where the call left them as they were.
        stdout: text written to standard output during the call.
        processes: what the broker saw; empty without `World.processes`.
        lines: lines of the source that the call ran, ascending; empty without `Program.trace`.
        seen: what the probe saw, as a tree, None without `World.probe`; a claim as well.
        raw: the bytes that all but `processes` was decoded from: equal bytes are equal claims. Empty where there were none.
    """

    kind: Literal["value", "raise", "lost"]
    value: Tree = None
    error: str = ""
    message: str = ""
    fields: Tree = None
    raised_by_source: bool = False
    args_after: Tree = None
    stdout: str = ""
    processes: Processes = field(default_factory=Processes)
    lines: tuple[int, ...] = ()
    seen: Tree = None
    raw: bytes = field(default=b"", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """The runtime object under the entry name after import, as the child reports it.

    Attributes:
        kind: qualified type name, e.g. `builtins.function`; "" when the name is unbound.
        first_line: first line of the code object reached through `__wrapped__`, 0 when there is none.
        defaults: encoded default values by parameter name.
        decorators: for each decorator expression of the entry's def, its encoded value, or None where opaque.
    """

    kind: str = ""
    first_line: int = 0
    defaults: Mapping[str, Tree] = field(default_factory=dict)
    decorators: tuple[Tree, ...] = ()


@dataclass(frozen=True, slots=True)
class Execution:
    """Everything observed of one program.

    Attributes:
        verdict: the worst thing that happened; OK when every call reported.
        detail: one safe line for people, e.g. `ZeroDivisionError: division by zero (line 3)`.
        groups: outcomes in the shape of `Program.groups`.
        entry: facts about the entry point.
        dynamic: dynamic-code events seen, e.g. `exec`, `compile`, `code.__new__`, `object.__setattr__:__code__`.
        cpu_s: CPU seconds used by the child, and by the broker on its behalf.
        level: confinement in force.
    """

    verdict: Verdict
    detail: str
    groups: tuple[tuple[Outcome, ...], ...]
    entry: EntryFacts = field(default_factory=EntryFacts)
    dynamic: tuple[str, ...] = ()
    cpu_s: float = 0.0
    level: Level = Level.A
