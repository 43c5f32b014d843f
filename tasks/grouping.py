"""The groups of a user's own task: the examples, shown, and what is generated from them, hidden."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from code_review_env.tasks.inputs import BOUNDARY, MIXED, Input, inputs
from code_review_env.tasks.marker import payload_cases
from code_review_env.tasks.paths import arguments, leaves
from code_review_env.tasks.payloads import HARMLESS, INJECTIONS, SAFE, Payload
from code_review_env.tasks.task import Case, Group, GroupKind, Tool, Tools

EXAMPLES: Final = "examples"
"""Name of the one visible group."""

MAX_VARIED: Final = 5
"""Groups for single parameters; the parameters beyond share one."""

_INPUTS: Final = 270
_SHELL_INPUTS: Final = 60
"""A call that starts processes costs about twenty plain ones."""

_GROUP_CASES: Final = 40
_REPEATED: Final = 6
_FAILURES: Final = (1, 2)


def groups(source: str, entry: str, examples: Sequence[Case], *, tools: Tools, processes: bool) -> tuple[Group, ...]:
    """At most `MAX_GROUPS` groups, the visible one first.

    Args:
        source: the messy source.
        entry: its function under test.
        examples: at least one.
        tools: the programs of the task.
        processes: the stage is about processes, so texts stay harmless outside the payload groups.
    """
    found = inputs(source, entry, examples, count=_SHELL_INPUTS if processes else _INPUTS)
    if processes:
        shown = {text for case in examples for text in _texts(case)}
        found = tuple(one for one in found if all(text in shown or SAFE.fullmatch(text) for text in _texts(one.case)))
    made = [Group(EXAMPLES, "example", tuple(examples), visible=True), *_repeat(examples, found)]
    made += _shell_groups(source, examples, tools) if processes else []
    made += _generated(found, single="benign" if processes else "partition", limit=1 if processes else MAX_VARIED)
    return tuple(group for group in made if group.cases)


def _texts(case: Case) -> Iterator[str]:
    return (leaf for _, leaf in leaves(arguments(case)) if isinstance(leaf, str))


def _repeat(examples: Sequence[Case], found: Sequence[Input]) -> list[Group]:
    """Each call twice in a row: what it keeps between calls must not show."""
    chosen = [*examples[:_REPEATED], *(one.case for one in found[:_REPEATED])]
    return [Group("repeat", "repeat", tuple(case for case in chosen for _ in range(2)))]


def _generated(found: Sequence[Input], *, single: GroupKind, limit: int) -> list[Group]:
    by_origin: dict[str, list[Case]] = {}
    for one in found:
        by_origin.setdefault(one.origin, []).append(one.case)
    boundary = by_origin.pop(BOUNDARY, [])
    mixed = by_origin.pop(MIXED, [])
    names = list(by_origin)
    rest = [case for name in names[limit:] for case in by_origin[name]]
    made = [Group("boundary", "boundary", tuple(boundary)), Group("several arguments", "property", tuple(mixed))]
    made += [Group(f"argument {name}", single, tuple(by_origin[name])) for name in names[:limit]]
    return [*made, Group("other arguments", single, tuple(rest))]


def _shell_groups(source: str, examples: Sequence[Case], tools: Tools) -> list[Group]:
    return [
        Group("injection", "payload", _payloads(source, examples, INJECTIONS)),
        Group("special characters", "payload", _payloads(source, examples, HARMLESS)),
        Group("failing tool", "failure", tuple(_failing(examples, tools))),
        Group("missing tool", "missing", tuple(_missing(examples, tools))),
    ]


def _payloads(source: str, examples: Sequence[Case], table: Iterable[Payload]) -> tuple[Case, ...]:
    return tuple(one.case for one in islice(payload_cases(source, examples, table), _GROUP_CASES))


def _failing(examples: Sequence[Case], tools: Tools) -> Iterator[Case]:
    """Each tool in turn ends with an error at every start."""
    for case in examples[:_REPEATED]:
        for name in tools:
            for status in _FAILURES:
                failed = Tool(stderr=f"{name}: failed\n", exit=status)
                yield replace(case, tools={**case.tools, name: (failed,)})


def _missing(examples: Sequence[Case], tools: Tools) -> Iterator[Case]:
    for case in examples[:_REPEATED]:
        for name in tools:
            yield replace(case, tools={**case.tools, name: (Tool(missing=True),)})
