"""Who really uses a name. A use is hollow when it does nothing but keep the linter from saying "unused"."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from code_review_env.env.scoring.scopes import Function, Scope, ScopeNode, bindings, own_nodes, scopes
from code_review_env.env.scoring.signature import parameters

_PURE: Final = (
    ast.Attribute,
    ast.Tuple,
    ast.List,
    ast.Set,
    ast.Dict,
    ast.Starred,
    ast.BoolOp,
    ast.Compare,
    ast.UnaryOp,
    ast.IfExp,
    ast.JoinedStr,
    ast.FormattedValue,
)
"""Expressions that hand a value on without doing anything with it."""

_QUIET: Final = frozenset({"id", "type", "bool", "repr", "str", "hash", "len", "callable", "dir", "vars"})
"""Built-ins without an effect: calling one and dropping the result is no use of the argument."""

_MAX_HOPS: Final = 4
"""How far a value is followed from one unused name to the next."""


@dataclass(frozen=True, slots=True, eq=False)
class Owned:
    """A name in the scope that binds it."""

    scope: ScopeNode
    name: str


class Usage:
    """Every read of every name of one module, resolved to the scope that binds it."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self._parents = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        self._scopes: list[Scope] = list(scopes(tree))
        self._outer: dict[int, ScopeNode] = {}
        self._bound: dict[int, set[str]] = {}
        self._global: dict[int, set[str]] = {}
        for scope in self._scopes:
            self._survey(scope.node)
        self._reads: dict[tuple[int, str], list[ast.Name]] = defaultdict(list)
        self._homes: dict[int, ScopeNode] = {}
        for scope in self._scopes:
            self._collect(scope.node)

    @property
    def scopes(self) -> list[Scope]:
        """The module first, then everything in it."""
        return self._scopes

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node that holds this one."""
        return self._parents.get(id(node))

    def reads(self, owned: Owned) -> list[ast.Name]:
        """Every read or deletion of the name, from its own scope or from one inside."""
        return self._reads.get((id(owned.scope), owned.name), [])

    def local(self, scope: ScopeNode) -> set[str]:
        """Names that the scope binds itself."""
        return self._bound[id(scope)]

    def _survey(self, scope: ScopeNode) -> None:
        names = {binding.name for binding in bindings(scope)}
        if isinstance(scope, Function):
            names |= {parameter.name for parameter in parameters(scope)}
        declared: set[str] = set()
        elsewhere: set[str] = set()
        for node in own_nodes(scope):
            if isinstance(node, ast.Global):
                declared.update(node.names)
            elif isinstance(node, ast.Nonlocal):
                elsewhere.update(node.names)
            elif isinstance(node, Function | ast.ClassDef):
                self._outer[id(node)] = scope
        self._bound[id(scope)] = names - declared - elsewhere
        self._global[id(scope)] = declared

    def _collect(self, scope: ScopeNode) -> None:
        hidden = _inner_names(scope)
        for node in own_nodes(scope):
            if isinstance(node, ast.Name):
                owner = self._resolve(scope, node.id)
                self._homes[id(node)] = owner
                if id(node) not in hidden and not isinstance(node.ctx, ast.Store):
                    self._reads[id(owner), node.id].append(node)

    def _resolve(self, scope: ScopeNode, name: str) -> ScopeNode:
        if name in self._global[id(scope)]:
            return self.tree
        at: ScopeNode | None = scope
        while at is not None:
            visible = at is scope or not isinstance(at, ast.ClassDef)
            if visible and name in self._bound[id(at)]:
                return at
            at = self._outer.get(id(at))
        return self.tree

    def hollow(self, read: ast.Name, hops: int = 0) -> bool:
        """Whether this read of an imported name is there for the linter only."""
        node, holder = self._holder(read)
        if isinstance(holder, ast.Assert):
            return True
        if isinstance(holder, ast.Call) and holder.args == [node] and not holder.keywords:
            return self._dropped_call(holder, hops)
        return self._dropped(holder, node, hops)

    def idle(self, read: ast.Name, hops: int = 0) -> bool:
        """Whether this read of a local does nothing: its own update, a deletion, a bare expression, another unused name.

        Unlike with an import, printing or asserting a local is an honest use.
        """
        node, holder = self._holder(read)
        return self.updates_itself(read) or self._dropped(holder, node, hops)

    def _holder(self, read: ast.Name) -> tuple[ast.AST, ast.AST | None]:
        node: ast.AST = read
        parent = self.parent(node)
        while isinstance(parent, _PURE):
            node, parent = parent, self.parent(parent)
        return node, parent

    def _dropped_call(self, call: ast.Call, hops: int) -> bool:
        quiet = isinstance(call.func, ast.Name) and call.func.id in _QUIET
        holder = self.parent(call)
        return isinstance(holder, ast.Expr) or (quiet and self._dropped(holder, call, hops))

    def _dropped(self, holder: ast.AST | None, node: ast.AST, hops: int) -> bool:
        dropped = False
        match holder:
            case ast.Expr() | ast.Delete() | ast.AnnAssign(value=None):
                dropped = True
            case ast.Assign(targets=targets, value=value) if value is node:
                dropped = all(self._unused(target, hops) for target in targets)
            case ast.AnnAssign(target=target, value=value) if value is node:
                dropped = self._unused(target, hops)
        return dropped

    def _unused(self, target: ast.expr, hops: int) -> bool:
        if not isinstance(target, ast.Name) or hops >= _MAX_HOPS or target.id == "__all__":
            return False
        reads = self.reads(Owned(self._homes[id(target)], target.id))
        return all(self.hollow(read, hops + 1) for read in reads)

    def updates_itself(self, read: ast.Name) -> bool:
        """The read only feeds the next value of the same name, as in `n = n + 1`."""
        statement: ast.AST | None = read
        while statement is not None and not isinstance(statement, ast.stmt):
            statement = self.parent(statement)
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(target=ast.Name(id=name)):
                return name == read.id
        return False


def _inner_names(scope: ScopeNode) -> set[int]:
    """Name nodes that mean the variable of a lambda or comprehension inside the scope."""
    return {id(name) for node in own_nodes(scope) for name in _shadowed(node)}


def _shadowed(node: ast.AST) -> Iterator[ast.Name]:
    match node:
        case ast.Lambda():
            names = {parameter.name for parameter in parameters(node)}
            inside: ast.AST = node.body
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            targets = [name for part in node.generators for name in ast.walk(part.target)]
            names = {name.id for name in targets if isinstance(name, ast.Name)}
            inside = node
        case _:
            return
    yield from (name for name in ast.walk(inside) if isinstance(name, ast.Name) and name.id in names)
