"""Oracle and messy source must do the same wherever the messy source is right."""

from collections.abc import Callable, Iterator
from typing import Any

from code_review_env.tasks.metacharacters import ALL
from code_review_env.tasks.task import Case, Group, Task

MARKER = "Zm4rkZ"
MIN_BROKEN = 0.5
"""Share of a task's payload cases on which the shell must do something else than the oracle; quotes save some of them."""
MIN_BROKEN_IN_GROUP = 2
"""A single payload that passes by luck must not pass the group."""

Run = Callable[..., list[Any]]


def differing(task: Task, groups: list[Group], one: Any, other: Any) -> list[str]:
    """The calls on which two runs differ."""
    return [
        f"{group.name}: {case.call(task.entry)}\n{left}\n{right}"
        for group, lefts, rights in zip(groups, one, other, strict=True)
        for case, left, right in zip(group.cases, lefts, rights, strict=True)
        if left != right
    ]


def marked(value: Any, old: frozenset[str], new: str) -> Any:
    """`value` with every string of `old` replaced, at any depth."""
    if isinstance(value, str):
        return new if value in old else value
    if isinstance(value, dict):
        return {key: marked(item, old, new) for key, item in value.items()}
    return type(value)(marked(item, old, new) for item in value) if isinstance(value, (list, tuple)) else value


def filled(value: Any, payload: str) -> Any:
    """What was observed, with the payload where the marker stood."""
    if isinstance(value, str):
        return value.replace(MARKER, payload)
    if isinstance(value, dict):
        return {filled(key, payload): filled(item, payload) for key, item in value.items()}
    return [filled(item, payload) for item in value] if isinstance(value, list) else value


def payloads(value: Any) -> Iterator[str]:
    """The payloads among the arguments of a case."""
    if isinstance(value, str) and value in ALL:
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from payloads(item)
    elif isinstance(value, dict):
        yield from payloads(list(value.values()))


def of_kind(task: Task, *, payload: bool) -> list[Group]:
    """The groups that hold payloads, or the others."""
    return [group for group in task.groups if (group.kind == "payload") is payload]


def test_oracle_equals_the_original(any_task: Task, run: Run) -> None:
    """Value, exception, message, arguments afterwards, output; argv, folder, environment, stdin and files of real programs."""
    groups = of_kind(any_task, payload=False)
    (messy,) = run(any_task, [any_task.messy], groups)
    (oracle,) = run(any_task, [any_task.reference], groups)
    assert isinstance(oracle, list), oracle
    assert differing(any_task, groups, messy, oracle) == []


def test_payloads_pass_through_the_oracle_literally(medium_task: Task, run: Run) -> None:
    """A payload gives the same programs as a harmless marker in its place, with the payload as the literal text."""
    groups = of_kind(medium_task, payload=True)
    plain = [
        Group(
            group.name,
            group.kind,
            tuple(Case(marked(case.args, ALL, MARKER), marked(dict(case.kwargs), ALL, MARKER)) for case in group.cases),
        )
        for group in groups
    ]
    (attacked,) = run(medium_task, [medium_task.reference], groups)
    (template,) = run(medium_task, [medium_task.reference], plain)
    for group, got, expected in zip(groups, attacked, template, strict=True):
        for case, one, other in zip(group.cases, got, expected, strict=True):
            found = [*payloads(case.args), *payloads(dict(case.kwargs))]
            assert len(set(found)) <= 1, case
            payload = found[0] if found else ""
            assert one["spawns"] == filled(other["spawns"], payload), case.call(medium_task.entry)
            assert one["files"] == filled(other["files"], payload), case.call(medium_task.entry)
            assert one["outcome"][0] == "value", one


def test_payloads_break_the_original(medium_task: Task, run: Run) -> None:
    """The original runs something else on most payloads, in every group of them."""
    groups = of_kind(medium_task, payload=True)
    messy, oracle = run(medium_task, [medium_task.messy, medium_task.reference], groups)
    broken = [
        len(differing(medium_task, [group], [one], [other])) for group, one, other in zip(groups, messy, oracle, strict=True)
    ]
    assert min(broken) >= MIN_BROKEN_IN_GROUP, broken
    assert sum(broken) >= MIN_BROKEN * sum(len(group.cases) for group in groups), broken
