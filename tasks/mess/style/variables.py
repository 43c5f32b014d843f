"""Local names that nobody reads, or that read like digits: F841, E741."""

import ast
import builtins
import random
import re
from collections.abc import Iterator
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.source import Source, bound

LOCALS: Final = ("result", "temp", "value", "data", "count", "found", "current", "item", "ret", "flag", "res")
_AMBIGUOUS: Final = ("l", "I", "O")


def _unused(source: Source, rng: random.Random) -> Iterator[Change]:
    """A constant bound to a new name in front of a statement of a function."""
    free = [name for name in LOCALS if name not in source.names]
    for function in source.all(ast.FunctionDef):
        for node in function.body[1:] if free else ():
            start, _ = source.line_span(node)
            value = rng.choice(["None", "0", "[]", "{}", '""', "False"])
            yield (Edit(start, start, f"{source.indent(node)}{rng.choice(free)} = {value}\n"),)


def _answer(source: Source, rng: random.Random) -> Iterator[Change]:
    """What a call gives bound to a new name, where the call was made for its effect."""
    free = [name for name in LOCALS if name not in source.names]
    for node in source.plain(ast.Expr):
        if free and isinstance(node.value, ast.Call) and source.outer(node, ast.FunctionDef):
            at = source.start(node)
            yield (Edit(at, at, f"{rng.choice(free)} = "),)


def _ambiguous(source: Source, rng: random.Random) -> Iterator[Change]:
    """A local under a name that reads like a digit, each of a function under another one."""
    free = [name for name in _AMBIGUOUS if name not in source.names]
    if source.reflective or not free:
        return
    elsewhere = _not_local(source)
    for function in source.tree.body:
        names = (
            [name for name in _variables(function) if name not in elsewhere] if isinstance(function, ast.FunctionDef) else []
        )
        for name, new in zip(rng.sample(names, len(names)), rng.sample(free, len(free)), strict=False):
            uses = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name]
            if all(source.of(node) == name for node in uses) and not re.search(rf"\{{\s*{name}\s*=", source.text):
                yield tuple(Edit(source.start(node), source.end(node), new) for node in uses)


def _variables(function: ast.FunctionDef) -> list[str]:
    """Names that a function binds by assignment, loop or comprehension and in no other way."""
    nodes = list(ast.walk(function))
    stored = [node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    other = {name for node in nodes if not isinstance(node, ast.Name) for name in bound(node)}
    return [name for name in dict.fromkeys(stored) if name not in other and len(name) > 1]


def _not_local(source: Source) -> frozenset[str]:
    """Names that some function may mean otherwise: of the module, built in, or declared."""
    top = {name for node in source.nodes if not source.outer(node, ast.FunctionDef) for name in bound(node)}
    declared = {name for node in source.nodes if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
    return frozenset(top | declared | set(dir(builtins)))


TRANSFORMS: Final = (
    Transform("ambiguous variable name", "E741", "local", _ambiguous, stubborn=True),
    Transform("unused answer of a call", "F841", "local", _answer),
    Transform("unused variable", "F841", "local", _unused),
)
