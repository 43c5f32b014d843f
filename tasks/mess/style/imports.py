"""Imports: unused, repeated, together, late, by star: F401, F811, E401, E402, F403 with F405."""

import ast
import importlib
import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.source import Source

_MODULES: Final = (
    *("os", "sys", "json", "time", "string", "itertools", "functools", "math", "copy", "textwrap", "collections"),
    *("operator", "random", "datetime", "decimal", "typing"),
)
_MEMBERS: Final = (
    *(("collections", "defaultdict"), ("collections", "OrderedDict"), ("functools", "partial"), ("itertools", "chain")),
    *(("datetime", "datetime"), ("math", "ceil"), ("copy", "deepcopy"), ("typing", "Any"), ("operator", "itemgetter")),
)
"""The sandbox has all of them loaded, so importing one does nothing that a run could notice."""


def _unused(source: Source, rng: random.Random) -> Iterator[Change]:
    """An import of a name that the file does not use, behind the docstring and the imports from the future."""
    lines = [f"import {name}\n" for name in _MODULES if name not in source.names]
    lines += [f"from {module} import {name}\n" for module, name in _MEMBERS if name not in source.names]
    for line in rng.sample(lines, 3):
        yield (Edit(source.head, source.head, line),)


def _top(source: Source) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports of the module that stand on a line of their own, `__future__` left out."""
    for node in source.tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom) and getattr(node, "module", "") != "__future__":
            yield node


def _repeated(source: Source, _: random.Random) -> Iterator[Change]:
    """The same import once more, directly below."""
    for node in _top(source):
        if node.names[0].name != "*":
            start, end = source.line_span(node)
            yield (Edit(end, end, source.text[start:end]),)


def _together(source: Source, rng: random.Random) -> Iterator[Change]:
    """Two imports in one statement; a single one gets company that nobody uses."""
    plain = [node for node in _top(source) if isinstance(node, ast.Import)]
    for one, two in pairwise(plain):
        if two.lineno == (one.end_lineno or 0) + 1:
            _, end = source.line_span(two)
            names = source.of(two).removeprefix("import ")
            yield Edit(source.end(one), source.end(one), f", {names}"), Edit(source.start(two), end, "")
    free = [name for name in _MODULES if name not in source.names]
    if len(plain) == 1:
        at = source.end(plain[0])
        yield (Edit(at, at, f", {rng.choice(free)}"),)


def _late(source: Source, _: random.Random) -> Iterator[Change]:
    """An import below a constant or a function that does not need it at once; `__all__` may stand above imports anyway."""
    body = source.tree.body
    for node in _top(source):
        bound = {alias.asname or alias.name.partition(".")[0] for alias in node.names}
        for after in body[body.index(node) + 1 :]:
            if isinstance(after, ast.Import | ast.ImportFrom) or source.of(after).startswith("__"):
                continue
            if bound & set(_read_at_once(after)):
                break
            start, end = source.line_span(node)
            at = source.line_span(after)[1]
            yield Edit(start, end, ""), Edit(at, at, "\n" + source.text[start:end])
            break


def _read_at_once(node: ast.stmt) -> Iterator[str]:
    """Names that a top-level statement may read when it runs."""
    parts: Iterable[ast.AST] = [node]
    if isinstance(node, ast.FunctionDef):
        parts = [node.args, *node.decorator_list, *([node.returns] if node.returns else [])]
    return (inner.id for part in parts for inner in ast.walk(part) if isinstance(inner, ast.Name))


def _star(source: Source, _: random.Random) -> Iterator[Change]:
    """A star in place of the names, where it brings nothing that the file means otherwise."""
    for node in _top(source):
        match node:
            case ast.ImportFrom(module=str(module), names=names, level=0):
                taken = source.names - {alias.name for alias in names}
                if not any(alias.asname for alias in names) and _harmless(module, taken, [alias.name for alias in names]):
                    yield (Edit(source.start(node), source.end(node), f"from {module} import *"),)
            case ast.Import(names=[ast.alias(name=module, asname=None)]) if "." not in module:
                yield from _unqualified(source, node, module)


def _unqualified(source: Source, node: ast.Import, module: str) -> Iterator[Change]:
    """`import math` as `from math import *`, and `floor` where `math.floor` was."""
    uses = [name for name in source.all(ast.Name) if name.id == module]
    dotted = [one for name in uses if isinstance(one := source.parents[name], ast.Attribute)]
    wanted = {one.attr for one in dotted}
    plain = len(dotted) == len(uses) and all(source.of(one) == f"{module}.{one.attr}" for one in dotted)
    if uses and plain and not wanted & source.names and _harmless(module, source.names, wanted):
        yield (
            Edit(source.start(node), source.end(node), f"from {module} import *"),
            *(Edit(source.start(one), source.end(one), one.attr) for one in dotted),
        )


def _harmless(module: str, taken: Iterable[str], wanted: Iterable[str]) -> bool:
    brought = _exports(module)
    return brought >= set(wanted) and not brought & set(taken)


@cache
def _exports(module: str) -> frozenset[str]:
    """What a star import brings; of modules without an export list nobody can be sure."""
    found = importlib.import_module(module)
    return frozenset(getattr(found, "__all__", None) or (name for name in vars(found) if name[0] != "_"))


TRANSFORMS: Final = (
    Transform("star import", "F405", "local", _star, stubborn=True),
    Transform("late import", "E402", "local", _late, stubborn=True),
    Transform("imports together", "E401", "local", _together),
    Transform("repeated import", "F811", "local", _repeated),
    Transform("unused import", "F401", "local", _unused),
)
