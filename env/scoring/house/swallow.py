"""Context managers that swallow exceptions: `with suppress(LookupError): return a` and what follows are `if` and `else`."""

import ast
from collections.abc import Iterator
from typing import Final

from code_review_env.env.scoring.scopes import Function, Outline

_DEFINING: Final = frozenset({ast.ImportFrom, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef})


def swallowers(outline: Outline) -> frozenset[str]:
    """Names by which `with` may find one: imports of `suppress`, the file's own managers, and what holds an object of them."""
    known = {"suppress"} | {name for node in outline.nodes.among(_DEFINING) for name in _defined(node)}
    held = {
        target.id
        for node in outline.nodes.of(ast.Assign)
        if _last(node.value) in known
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return frozenset(known | held)


def swallows(node: ast.AST, names: frozenset[str]) -> bool:
    """Whether `node` is one item of a `with` that may swallow an exception."""
    return isinstance(node, ast.withitem) and _last(node.context_expr) in names


def _defined(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.ImportFrom(module="contextlib", names=aliases):
            yield from (alias.asname or alias.name for alias in aliases if alias.name == "suppress")
        case ast.ClassDef(name=name, body=body):
            if any(isinstance(item, Function) and item.name in {"__exit__", "__aexit__"} for item in body):
                yield name
        case (
            ast.FunctionDef(name=name, decorator_list=decorators) | ast.AsyncFunctionDef(name=name, decorator_list=decorators)
        ):
            if any(_last(decorator) in {"contextmanager", "asynccontextmanager"} for decorator in decorators):
                yield name


def _last(node: ast.expr) -> str:
    """Last part of the name of an expression, of the function of a call."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
