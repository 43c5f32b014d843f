"""Which names a piece of code reads and writes, found on Python's own tree of its text."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import libcst as cst

_NOTHING: Final[frozenset[str]] = frozenset()


@dataclass(slots=True)
class Names:
    """Names that a piece of code touches.

    Attributes:
        reads: read from around it.
        writes: bound by it, perhaps.
        kills: bound by it for certain, once it is through.
        order: every one of them, by first appearance.
    """

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    kills: set[str] = field(default_factory=set)
    order: list[str] = field(default_factory=list)


@lru_cache(maxsize=8192)
def text_of(node: cst.CSTNode) -> str:
    """The code of a node."""
    return cst.Module([]).code_for_node(node).strip()


@lru_cache(maxsize=8192)
def names_of(node: cst.CSTNode) -> Names:
    """Names of a simple statement, an expression, or a nested definition."""
    text = text_of(node)
    found = Names()
    try:
        tree: ast.AST = ast.parse(text)
    except SyntaxError:
        tree = ast.parse(
            f"def f():\n async def g():\n  ({text}\n)"
        )  # an expression over several lines, with `await` or `yield`
        tree = tree.body[0].body[0].body[0]  # type: ignore[attr-defined]
    _Visitor(found).visit(tree)
    return found


@lru_cache(maxsize=2048)
def bound_by(target: cst.CSTNode) -> frozenset[str]:
    """Names that a target binds: of a loop, of `as`."""
    found = Names()
    _Visitor(found).visit(ast.parse(f"({text_of(target)}) = 0"))
    return frozenset(found.writes)


class _Visitor(ast.NodeVisitor):
    """Collects into `found`; `hidden` are variables of comprehensions and parameters of lambdas around."""

    def __init__(self, found: Names, hidden: frozenset[str] = _NOTHING) -> None:
        self._found = found
        self._hidden = hidden

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in self._hidden:
            return
        self._found.order.append(node.id)
        if isinstance(node.ctx, ast.Load):
            self._found.reads.add(node.id)
        else:
            self._bind(node.id)

    def _bind(self, name: str) -> None:
        self._found.writes.add(name)
        self._found.kills.add(name)
        self._found.order.append(name)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            self._found.reads.add(node.target.id)
        self.generic_visit(node)

    def visit_Delete(self, node: ast.Delete) -> None:
        self._found.reads |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        self.generic_visit(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        self._found.writes.add(node.target.id)
        self._found.reads.add(node.target.id)  # it may stay as it was where the expression is not reached
        self._found.order.append(node.target.id)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self._bind(node.name)
        self.generic_visit(node)

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        if node.name:
            self._bind(node.name)
        self.generic_visit(node)

    def visit_MatchStar(self, node: ast.MatchStar) -> None:
        if node.name:
            self._bind(node.name)

    def visit_MatchMapping(self, node: ast.MatchMapping) -> None:
        if node.rest:
            self._bind(node.rest)
        self.generic_visit(node)

    def visit_alias(self, node: ast.alias) -> None:
        self._bind((node.asname or node.name).partition(".")[0])

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.visit_all((*node.args.defaults, *filter(None, node.args.kw_defaults)))
        _Visitor(self._found, self._hidden | set(_parameters(node.args))).visit(node.body)

    def _visit_comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        targets = {name.id for part in node.generators for name in ast.walk(part.target) if isinstance(name, ast.Name)}
        self.visit(node.generators[0].iter)
        inner = _Visitor(self._found, self._hidden | targets)
        inner.generic_visit(node)

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _visit_comprehension

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.visit_all((*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)))
        inner = Names()
        _Visitor(inner).visit_all(node.body)
        own = (inner.writes | set(_parameters(node.args))) - set(_declared(node))
        self._found.reads |= inner.reads - own
        self._found.writes |= inner.writes & set(_declared(node))
        self._found.order += [name for name in inner.order if name not in own]
        self._bind(node.name)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.visit_all((*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords)))
        inner = Names()
        _Visitor(inner).visit_all(node.body)
        self._found.reads |= inner.reads
        self._bind(node.name)

    def visit_all(self, nodes: Iterable[ast.AST]) -> None:
        """Several nodes in order."""
        for node in nodes:
            self.visit(node)


def _parameters(args: ast.arguments) -> Iterator[str]:
    plain = (*args.posonlyargs, *args.args, *args.kwonlyargs, *filter(None, (args.vararg, args.kwarg)))
    yield from (one.arg for one in plain)


def _declared(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Nonlocal | ast.Global):
            yield from inner.names
