"""Names that nobody reads: F401, F841."""

import ast
import random
from collections.abc import Iterator
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.source import Source

_MODULES: Final = ("os", "sys", "json", "time", "string", "itertools", "functools", "math", "copy", "textwrap", "collections")
"""The sandbox has all of them loaded, so importing one does nothing that a run could notice."""

_LOCALS: Final = ("result", "temp", "value", "data", "count", "found", "current", "item")


def _names(source: Source) -> frozenset[str]:
    """Every identifier of the file."""
    return frozenset(
        name
        for node in source.nodes
        for name in (getattr(node, "id", None), getattr(node, "name", None), getattr(node, "arg", None))
        if name
    )


def _import(source: Source, rng: random.Random) -> Iterator[Change]:
    """An import of a module whose name the file does not use, behind the docstring and the imports from the future."""
    at = source.line_starts[_head(source.tree)]
    free = [name for name in _MODULES if name not in _names(source)]
    for name in rng.sample(free, min(3, len(free))):
        yield (Edit(at, at, f"import {name}\n"),)


def _head(tree: ast.Module) -> int:
    """Lines of the module docstring and of the imports from the future."""
    rows = 0
    for index, node in enumerate(tree.body):
        docstring = index == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        if not docstring and not future:
            break
        rows = node.end_lineno or rows
    return rows


def _local(source: Source, rng: random.Random) -> Iterator[Change]:
    """A constant bound to a new name in front of a statement of a function."""
    free = [name for name in _LOCALS if name not in _names(source)]
    for function in source.all(ast.FunctionDef):
        for node in function.body[1:] if free else ():
            start, _ = source.line_span(node)
            yield (Edit(start, start, f"{source.indent(node)}{rng.choice(free)} = {rng.choice(['None', '0', '[]', '{}'])}\n"),)


TRANSFORMS: Final = (
    Transform("unused import", "F401", "local", _import),
    Transform("unused variable", "F841", "local", _local),
)
