"""A user's own task: a TOML or JSON file becomes a `Task` of the split `own`, with further inputs generated.

The keys are described in `docs/own-tasks.md`. Nothing of the user's code is run here: sources are parsed only.
"""

import ast
import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from code_review_env.tasks.curriculum import Stage, load_curriculum
from code_review_env.tasks.grouping import groups
from code_review_env.tasks.keyplace import line_of
from code_review_env.tasks.signature import definition, foreign_imports, functions, parse, places, signature
from code_review_env.tasks.task import Case, Task, Tool, Tools
from code_review_env.tasks.taskrows import Problem, TaskRows, read, suggestion

SUFFIXES: Final = (".toml", ".json")


class TaskFileError(ValueError):
    """A task file cannot be used; `problems` says why, one sentence for each key."""

    def __init__(self, file: str, problems: tuple[Problem, ...]) -> None:
        self.file = file
        self.problems = problems
        super().__init__("\n".join(one.told(file) for one in problems))


@dataclass(frozen=True, slots=True)
class _Sources:
    messy: str
    oracle: str | None


def load(path: Path) -> Task:
    """The task in a `.toml` or `.json` file; relative paths in it start at its folder.

    Raises:
        TaskFileError: anything about the file, its keys or its sources is wrong.
    """
    data = _parsed(path)
    try:
        return from_mapping(data, file=str(path), name=path.stem, folder=path.parent)
    except TaskFileError as error:
        text = path.read_text("utf-8")
        placed = (replace(one, line=line_of(text, one.key) if one.key else None) for one in error.problems)
        raise TaskFileError(error.file, tuple(placed)) from None


def load_folder(folder: Path) -> tuple[Task, ...]:
    """The tasks of all task files that lie directly in `folder`, by file name.

    Raises:
        TaskFileError: the first file that cannot be used, or no task file at all.
    """
    found = sorted(path for path in folder.glob("*") if path.suffix in SUFFIXES)
    if not found:
        raise _error(str(folder), "", "there is no .toml or .json task file in this folder")
    return tuple(load(path) for path in found)


def from_mapping(data: Mapping[str, object], *, file: str, name: str, folder: Path | None) -> Task:
    """The task that the keys of a task file describe.

    Args:
        data: what the file holds.
        file: what error messages call it.
        name: name of the task unless `data` has one.
        folder: where relative paths start; None refuses paths, for data that came over a network.

    Raises:
        TaskFileError: a key, a value or a source is wrong.
    """
    rows = read(data)
    if not isinstance(rows, TaskRows):
        raise TaskFileError(file, rows)
    stage = _stage(file, rows.stage)
    sources = _Sources(_source(file, "messy", rows.messy, folder), _optional(file, rows.oracle, folder))
    cases = tuple(Case(args=tuple(row.args), kwargs=row.kwargs) for row in rows.examples)
    problems = (*_source_problems(rows.entry, sources), *_tool_problems(rows, stage))
    if not problems:
        problems = tuple(_example_problems(rows.entry, sources.messy, cases))
    if problems:
        raise TaskFileError(file, problems)
    return _task(rows, name=rows.name or f"own/{name}", sources=sources, cases=cases)


def _task(rows: TaskRows, *, name: str, sources: _Sources, cases: tuple[Case, ...]) -> Task:
    tools = _tools(rows)
    stage = load_curriculum().stage(rows.stage)
    return Task(
        name=name,
        stage=rows.stage,
        entry=rows.entry,
        instruction=rows.instruction or f"{stage.title}: repair this file so that `{rows.entry}` behaves exactly as before.",
        messy=sources.messy,
        oracle=sources.oracle,
        groups=groups(sources.messy, rows.entry, cases, tools=tools, processes=stage.processes),
        tools=tools,
        files=rows.files,
        now=rows.now,
        exact_floats=rows.exact_floats,
        split="own",
        mined=True,
    )


def _error(file: str, key: str, sentence: str) -> TaskFileError:
    return TaskFileError(file, (Problem(key, sentence),))


def _parsed(path: Path) -> dict[str, object]:
    file = str(path)
    if path.suffix not in SUFFIXES:
        raise _error(file, "", "a task file ends in .toml or .json")
    try:
        text = path.read_bytes().decode()
        data = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except OSError as error:
        raise _error(file, "", f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise _error(file, "", "is not UTF-8 text") from error
    except ValueError as error:
        raise _error(file, "", f"is not valid {path.suffix[1:].upper()}: {error}") from error
    if not isinstance(data, dict):
        raise _error(file, "", "must hold one table of keys")
    return data


def _stage(file: str, name: str) -> Stage:
    known = [stage.name for stage in load_curriculum().all]
    if name not in known:
        raise _error(file, "stage", f"there is no stage {name!r}{suggestion(name, known)}")
    return load_curriculum().stage(name)


def _optional(file: str, given: str | None, folder: Path | None) -> str | None:
    return None if given is None else _source(file, "oracle", given, folder)


def _source(file: str, key: str, given: str, folder: Path | None) -> str:
    if "\n" in given:
        return given
    if folder is None:
        raise _error(file, key, "must be source text of at least one whole line; a path is not read here")
    try:
        return (folder / given).read_bytes().decode()
    except OSError as error:
        reason = f"there is no readable file {given!r} beside the task file ({error.strerror})"
        raise _error(file, key, f"{reason}; source text itself must hold a newline") from error
    except ValueError as error:
        raise _error(file, key, f"{given!r} is not the path of a UTF-8 text") from error


def _source_problems(entry: str, sources: _Sources) -> tuple[Problem, ...]:
    given = {"messy": sources.messy, "oracle": sources.oracle}
    return tuple(problem for key, text in given.items() if text is not None for problem in _source_faults(entry, key, text))


def _source_faults(entry: str, key: str, text: str) -> Iterator[Problem]:
    try:
        tree = parse(text)
    except SyntaxError as error:
        yield Problem(key, f"syntax error at line {error.lineno}: {error.msg}")
        return
    except (ValueError, RecursionError, MemoryError) as error:
        yield Problem(key, f"cannot be parsed: {error}")
        return
    if definition(tree, entry) is None:
        there = functions(tree)
        hint = suggestion(entry, there) if there else "; it has no top-level function at all"
        yield Problem("entry", f"{key} has no top-level function {entry!r}{hint}")
    for line, module in foreign_imports(tree):
        yield Problem(key, f"line {line} imports {module!r}, and the sandbox has the standard library only")


def _tool_problems(rows: TaskRows, stage: Stage) -> Iterator[Problem]:
    if stage.processes and not rows.tools:
        yield Problem("tools", f"stage {stage.name!r} needs a table [tools.NAME] for each program that the code starts")
    for name in rows.tools:
        if not name or "/" in name:
            yield Problem("tools", f"{name!r} must be the bare name of a program, without a folder")


def _example_problems(entry: str, messy: str, cases: tuple[Case, ...]) -> Iterator[Problem]:
    node = definition(parse(messy), entry)
    if node is None:
        return
    for index, case in enumerate(cases):
        try:
            places(signature(node), case)
        except TypeError as error:
            call = f"{entry}({ast.unparse(node.args)})"
            yield Problem(f"examples[{index}]", f"does not fit {call}: {error}")


def _tools(rows: TaskRows) -> Tools:
    return {
        name: tuple(Tool(stdout=row.stdout, stderr=row.stderr, exit=row.exit, missing=row.missing) for row in starts)
        for name, starts in rows.tools.items()
    }
