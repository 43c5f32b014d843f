"""Tasks as JSON rows: how the frozen splits and the cases of the families lie on disk, readable by any JSON reader."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

from code_review_env.tasks.evaluate import evaluate
from code_review_env.tasks.literal import literal
from code_review_env.tasks.task import Case, Group, Task, Tool, Tools

Row = dict[str, Any]

_DATA: Final = resources.files("code_review_env.tasks").joinpath("data")


def to_row(task: Task) -> Row:
    """A task with everything that decides a score; arguments are Python literals, tools and files are JSON texts."""
    return {
        "id": task.id,
        "name": task.name,
        "family": task.family,
        "stage": task.stage,
        "level": task.level,
        "split": task.split,
        "entry": task.entry,
        "instruction": task.instruction,
        "messy": task.messy,
        "oracle": task.oracle,
        "groups": groups_to_rows(task.groups),
        "tools": _tools_text(task.tools),
        "files": json.dumps(dict(task.files)),
        "now": task.now,
        "mined": task.mined,
    }


def from_row(row: Row) -> Task:
    """The inverse of `to_row`; the identity is computed anew, not read."""
    plain = ("name", "family", "stage", "level", "split", "entry", "instruction", "messy", "oracle", "now", "mined")
    return Task(
        **{key: row[key] for key in plain},
        groups=groups_from_rows(row["groups"]),
        tools=_tools(row["tools"]),
        files=json.loads(row["files"]),
    )


def groups_to_rows(groups: Iterable[Group]) -> list[Row]:
    """Groups as rows."""
    return [
        {"name": group.name, "kind": group.kind, "visible": group.visible, "cases": [_case_row(case) for case in group.cases]}
        for group in groups
    ]


def read_rows(name: str) -> list[Row]:
    """The rows of a packaged JSON lines file; none where the file is missing."""
    file = _DATA.joinpath(name)
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.is_file() else []


@cache
def family_rows() -> tuple[Row, ...]:
    """What is known of each family since its cases were chosen: counts, strength, fingerprint.

    A row without a fingerprint is half written: `tasks freeze` has not followed `tasks admit --freeze` yet.
    """
    return tuple(row for row in read_rows("families.jsonl") if "fingerprint" in row)


@cache
def further_rows() -> tuple[Row, ...]:
    """The same of the families of the stages outside the curriculum."""
    return tuple(row for row in read_rows("further.jsonl") if "fingerprint" in row)


@cache
def frozen_groups(family: str) -> tuple[Group, ...] | None:
    """The cases of a family that were chosen for good, or None before that."""
    rows = read_rows(f"cases/{family}.jsonl")
    return groups_from_rows(rows) if rows else None


def groups_from_rows(rows: list[Row]) -> tuple[Group, ...]:
    """The inverse of `groups_to_rows`."""
    return _groups(json.dumps(rows))


@cache
def _groups(text: str) -> tuple[Group, ...]:
    """Kept by their text: all tasks of a family have the same groups."""
    return tuple(
        Group(row["name"], row["kind"], tuple(_case(case) for case in row["cases"]), visible=row["visible"])
        for row in json.loads(text)
    )


def _case_row(case: Case) -> Row:
    return {"args": literal(case.args), "kwargs": literal(dict(case.kwargs)), "tools": _tools_text(case.tools)}


def _case(row: Row) -> Case:
    args, kwargs = evaluate(row["args"]), evaluate(row["kwargs"])
    if not isinstance(args, tuple) or not isinstance(kwargs, dict):
        message = f"not the arguments of a call: {row}"
        raise TypeError(message)
    return Case(args, kwargs, _tools(row["tools"]))


def _tools_text(tools: Tools) -> str:
    """JSON of program name -> what it does at each start, without what is as usual."""
    usual = Tool()
    return json.dumps(
        {
            name: [
                {key: value for key in Tool.__slots__ if (value := getattr(run, key)) != getattr(usual, key)} for run in runs
            ]
            for name, runs in tools.items()
        }
    )


def _tools(text: str) -> Mapping[str, tuple[Tool, ...]]:
    return {name: tuple(Tool(**run) for run in runs) for name, runs in json.loads(text).items()}
