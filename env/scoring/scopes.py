"""Which code runs in which scope, and which names it binds there. Iterative throughout, so that no tree is too deep."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

Function = ast.FunctionDef | ast.AsyncFunctionDef
ScopeNode = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

MODULE: Final = "<module>"
STAR: Final = "*"
"""Stands for the unknown names of a star import."""


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """A body of statements with names of its own.

    Attributes:
        name: dotted path from the module, e.g. `Parser.feed`; `MODULE` for the module itself.
        node: what holds the body.
    """

    name: str
    node: ScopeNode


@dataclass(frozen=True, slots=True)
class Binding:
    """One place that binds or deletes a name."""

    name: str
    row: int


def scopes(tree: ast.Module) -> Iterator[Scope]:
    """The module, then every class and function in it at any depth."""
    waiting = [Scope(MODULE, tree)]
    while waiting:
        scope = waiting.pop()
        yield scope
        prefix = "" if scope.name == MODULE else f"{scope.name}."
        inner = [node for node in own_nodes(scope.node) if isinstance(node, Function | ast.ClassDef)]
        waiting += [Scope(prefix + node.name, node) for node in reversed(inner)]


def own_nodes(scope: ScopeNode) -> Iterator[ast.AST]:
    """Every node that is evaluated in `scope` itself, in source order: lambdas and comprehensions with their insides.

    A nested class or function is yielded with its decorators, defaults, annotations and bases, without its body.
    """
    waiting: list[ast.AST] = [*reversed(scope.body)]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(list(_evaluated(node)))


def _evaluated(node: ast.AST) -> Iterator[ast.AST]:
    if not isinstance(node, Function | ast.ClassDef):
        yield from ast.iter_child_nodes(node)
        return
    yield from node.decorator_list
    if isinstance(node, ast.ClassDef):
        yield from [*node.bases, *node.keywords]
        return
    yield node.args
    if node.returns is not None:
        yield node.returns


def functions(tree: ast.Module) -> Iterator[Function]:
    """Every function at any depth, in no particular order."""
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def bindings(scope: ScopeNode) -> Iterator[Binding]:
    """Every binding and deletion of a name in the scope itself; `STAR` for a star import."""
    nodes = list(own_nodes(scope))
    hidden = {id(name) for node in nodes if isinstance(node, ast.comprehension) for name in ast.walk(node.target)}
    for node in nodes:
        if id(node) not in hidden:
            row = getattr(node, "lineno", 0)
            yield from (Binding(name, row) for name in _bound(node))


def _bound(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)):
            yield name
        case ast.Import(names=aliases):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in aliases)
        case ast.ImportFrom(names=aliases):
            yield from (alias.asname or alias.name for alias in aliases)
        case _:
            return
