"""Calls of subprocess in a file that imports the module by its own name, and how one is written anew."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from code_review_env.tasks.mess.source import Source

RUNNERS: Final = frozenset({"run", "call", "check_call", "check_output", "Popen"})
WIDTH: Final = 88
"""A call that does not fit has each argument on a line of its own."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Site:
    """One call of subprocess.

    Attributes:
        call: the whole call.
        command: its first argument.
        shell: the keyword `shell`, if it is there.
    """

    call: ast.Call
    command: ast.expr
    shell: ast.keyword | None

    @property
    def shelled(self) -> bool:
        """A shell reads the command."""
        return self.shell is not None and bool(getattr(self.shell.value, "value", True))

    @property
    def runner(self) -> str:
        """`run`, `Popen`, ..."""
        return self.call.func.attr if isinstance(self.call.func, ast.Attribute) else ""


def sites(source: Source) -> Iterator[Site]:
    """Every call `subprocess.RUNNER(command, ...)`."""
    for call in source.all(ast.Call):
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="subprocess"), attr=attr), args=[command, *_]) if (
                attr in RUNNERS
            ):
                shell = next((keyword for keyword in call.keywords if keyword.arg == "shell"), None)
                yield Site(call, command, shell)


def shelled(source: Source) -> Iterator[Site]:
    """The calls whose command a shell reads."""
    return (site for site in sites(source) if site.shelled)


def written(source: Source, call: ast.Call, function: str, arguments: Sequence[str]) -> str:
    """A call in the place of another, on one line where it fits."""
    line = source.lines[call.lineno - 1]
    before = source.start(call) - source.line_starts[call.lineno - 1]
    last = source.line_starts[call.end_lineno or call.lineno] - 1
    flat = f"{function}({', '.join(arguments)})"
    if before + len(flat) + last - source.end(call) <= WIDTH:
        return flat
    indent = line[: len(line) - len(line.lstrip())]
    lines = "".join(f"{indent}    {argument},\n" for argument in arguments)
    return f"{function}(\n{lines}{indent})"


def arguments(source: Source, site: Site) -> list[str]:
    """Everything behind the command, without `shell` and without `check=False`, which nobody in a hurry writes."""
    kept = [source.of(argument) for argument in site.call.args[1:]]
    for keyword in site.call.keywords:
        value = source.of(keyword.value)
        if keyword.arg != "shell" and (keyword.arg, value) != ("check", "False"):
            kept.append(f"{keyword.arg}={value}" if keyword.arg else f"**{value}")
    return kept


def function_of(source: Source, node: ast.AST) -> Function | None:
    """The innermost function around a node."""
    while (parent := source.parents.get(node)) is not None:
        if isinstance(parent, Function):
            return parent
        node = parent
    return None


def text_names(function: Function | None) -> frozenset[str]:
    """Parameters that are annotated as texts."""
    given = function.args if function else None
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs] if given else []
    return frozenset(one.arg for one in every if isinstance(one.annotation, ast.Name) and one.annotation.id == "str")


def locals_of(function: Function) -> frozenset[str]:
    """Names that a function binds."""
    bound = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
    return frozenset(bound)


def free(source: Source, names: Sequence[str]) -> list[str]:
    """Those of the names that occur nowhere in the file."""
    return [name for name in names if name not in source.words]
