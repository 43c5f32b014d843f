"""House rule of the stage `performance`: needless work under a form that ruff does not know."""

import ast
from collections.abc import Iterator
from typing import Final

from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.house.sightings import Sighting, at

APPEND: Final = "CRE441"
"""An element added in a loop by `out += [x]`, `out.extend([x])`, `out[len(out):] = [x]` or a bound `append`."""

ALIAS: Final = "CRE442"
"""A built-in under another name, which keeps its calls from being seen."""

_BUILTINS: Final = frozenset({"list", "dict", "set", "tuple", "sorted", "reversed", "map", "filter", "sum", "any", "all"})
_LOOPS: Final = (ast.For, ast.AsyncFor, ast.While)
_ADDERS: Final = frozenset({"append", "add", "extend", "insert"})


def sightings(parsed: Parsed) -> Iterator[Sighting]:
    """Both rules."""
    loops = (node for node in parsed.outline.nodes if isinstance(node, _LOOPS))
    inside = {id(node): node for loop in loops for node in ast.walk(loop)}
    for node in inside.values():
        if isinstance(node, ast.stmt | ast.expr) and _adds_one(node):
            yield at(parsed, node, APPEND, "an element is added one at a time; a comprehension builds the whole")
    for node in parsed.outline.nodes.among({ast.Assign, ast.NamedExpr, ast.AnnAssign}):
        value = getattr(node, "value", None)
        if isinstance(value, ast.Name) and value.id in _BUILTINS and isinstance(node, ast.stmt | ast.expr):
            yield at(parsed, node, ALIAS, f"`{value.id}` gets another name; call it by its own")
        if isinstance(value, ast.Attribute) and value.attr in _ADDERS and isinstance(node, ast.stmt | ast.expr):
            yield at(parsed, node, APPEND, f"`{value.attr}` is kept for a loop; a comprehension builds the whole")


def _adds_one(node: ast.stmt | ast.expr) -> bool:
    match node:
        case ast.AugAssign(op=ast.Add() | ast.BitOr(), value=value):
            return _is_one(value)
        case ast.Call(func=ast.Attribute(attr="extend" | "update"), args=[value]):
            return _is_one(value)
        case ast.Call(func=ast.Attribute(attr="insert"), args=[ast.Call(func=ast.Name(id="len")), _]):
            return True
        case ast.Assign(targets=[ast.Subscript(slice=ast.Slice())], value=value):
            return _is_one(value)
    return False


def _is_one(value: ast.expr) -> bool:
    """A literal of one element."""
    return isinstance(value, ast.List | ast.Tuple | ast.Set) and len(value.elts) == 1
