"""Annotations that mean nothing: F821, F722, F842. Python evaluates none of them."""

import ast
import random
from collections.abc import Iterator
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.source import Source
from code_review_env.tasks.mess.style.variables import LOCALS

_PROSE: Final = ("as in the docs", "the old format", "see the wiki", "same as before", "list of values", "or nothing")
_TYPES: Final = ("str", "int", "list", "dict", "bool", "float")


def _undefined(source: Source, _: random.Random) -> Iterator[Change]:
    """The first value of a local annotated with a name of `typing` that nobody imported."""
    for node in source.plain(ast.Assign):
        match node:
            case ast.Assign(targets=[ast.Name(id=name) as target], value=value) if _own(source, node, name):
                hint = _hint(value)
                if hint and hint.partition("[")[0] not in source.names:
                    at = source.end(target)
                    yield (Edit(at, at, f": {hint}"),)


def _own(source: Source, node: ast.Assign, name: str) -> bool:
    """The name is a variable of a function there, so that its annotation is not evaluated."""
    function = source.outer(node, ast.FunctionDef)
    declared = {one for inner in source.nodes if isinstance(inner, ast.Global | ast.Nonlocal) for one in inner.names}
    return function is not None and name not in declared and source.outer(node, ast.ClassDef) is None


def _hint(value: ast.expr) -> str:
    hint = ""
    match value:
        case ast.List():
            hint = "List[str]"
        case ast.Dict():
            hint = "Dict[str, int]"
        case ast.Call(func=ast.Name(id="set")):
            hint = "Set"
        case ast.Constant(value=None):
            hint = "Optional[str]"
        case ast.Constant(value=int() | float()):
            hint = "Number"
        case ast.Constant(value=str()):
            hint = "Text"
    return hint


def _prose(source: Source, rng: random.Random) -> Iterator[Change]:
    """Words in place of a type behind a parameter."""
    for function in source.all(ast.FunctionDef):
        for argument in function.args.args:
            if argument.annotation is None and source.of(argument) == argument.arg:
                at = source.end(argument)
                spaced = source.text[at : at + 1] == "="
                yield (Edit(at, at + spaced, f': "{rng.choice(_PROSE)}"{" = " if spaced else ""}'),)


def _unassigned(source: Source, rng: random.Random) -> Iterator[Change]:
    """The declaration of a local that never comes."""
    free = [name for name in LOCALS if name not in source.names]
    for function in source.all(ast.FunctionDef):
        for node in function.body[1:2] if free else ():
            start, _ = source.line_span(node)
            yield (Edit(start, start, f"{source.indent(node)}{rng.choice(free)}: {rng.choice(_TYPES)}\n"),)


TRANSFORMS: Final = (
    Transform("undefined name in an annotation", "F821", "local", _undefined, stubborn=True),
    Transform("prose as an annotation", "F722", "local", _prose, held_out=True, stubborn=True),
    Transform("declaration of nothing", "F842", "local", _unassigned, stubborn=True),
)
