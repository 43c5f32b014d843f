"""Who really uses a name. A use is hollow when it does nothing but keep the linter from saying "unused"."""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Final

from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.house.idle import does_nothing
from code_review_env.env.scoring.scopes import Function, Scope, children
from code_review_env.env.scoring.signature import parameters

_PURE: Final = (
    ast.Attribute,
    ast.Subscript,
    ast.Lambda,
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

_QUIET: Final = frozenset(
    {"id", "type", "bool", "repr", "str", "hash", "len", "callable", "dir", "vars", "iter", "isinstance"}
    | {"list", "tuple", "set", "frozenset", "sorted", "reversed", "enumerate", "zip", "min", "max", "any", "all", "sum"}
)
"""Built-ins without an effect: calling one and dropping the result is no use of the argument."""

_MAX_HOPS: Final = 4
"""How far a value is followed from one unused name to the next."""


_Judge = Callable[[ast.Name, int], bool]


class Usage:
    """Every read of every name of one module, resolved to the scope that binds it."""

    def __init__(self, parsed: Parsed) -> None:
        self.scopes = parsed.outline.scopes
        self._parents = {id(child): node for node in parsed.outline.nodes for child in children(node)}
        self._module = parsed.outline.module
        self._bound: dict[Scope, set[str]] = {}
        self._global: dict[Scope, set[str]] = {}
        self._reads: dict[tuple[Scope, str], list[ast.Name]] = defaultdict(list)
        self._homes: dict[int, Scope] = {}
        for scope in self.scopes:
            self._survey(scope)
        for scope in self.scopes:
            self._collect(scope)

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node that holds this one."""
        return self._parents.get(id(node))

    def reads(self, scope: Scope, name: str) -> list[ast.Name]:
        """Every read or deletion of a name that `scope` binds, from the scope itself or from one inside."""
        return self._reads.get((scope, name), [])

    def local(self, scope: Scope) -> set[str]:
        """Names that the scope binds itself."""
        return self._bound[scope]

    def discarded(self, scope: Scope) -> set[str]:
        """Names that the scope makes global, though the module neither binds nor reads them."""
        return {name for name in self._global[scope] - self._bound[self._module] if not self.reads(self._module, name)}

    def _survey(self, scope: Scope) -> None:
        names = {binding.name for binding in scope.bindings()}
        if isinstance(scope.node, Function):
            names |= {parameter.name for parameter in parameters(scope.node)}
        declared = {name for node in scope.nodes.of(ast.Global) for name in node.names}
        elsewhere = {name for node in scope.nodes.of(ast.Nonlocal) for name in node.names}
        self._bound[scope] = names - declared - elsewhere
        self._global[scope] = declared

    def _collect(self, scope: Scope) -> None:
        hidden = {id(name) for node in scope.nodes.among(_BINDING) for name in _shadowed(node)}
        for node in scope.nodes.of(ast.Name):
            owner = self._resolve(scope, node.id)
            self._homes[id(node)] = owner
            if id(node) not in hidden and type(node.ctx) is not ast.Store:
                self._reads[owner, node.id].append(node)

    def _resolve(self, scope: Scope, name: str) -> Scope:
        if name in self._global[scope]:
            return self._module
        at: Scope | None = scope
        while at is not None:
            visible = at is scope or not isinstance(at.node, ast.ClassDef)
            if visible and name in self._bound[at]:
                return at
            at = at.outer
        return self._module

    def assigned(self, name: ast.Name) -> bool:
        """The name stands alone on the left of a value; loop targets and unpacked tuples do not."""
        return type(name.ctx) is ast.Store and type(self.parent(name)) in _ASSIGNING

    def hollow(self, read: ast.Name, hops: int = 0) -> bool:
        """Whether this read of an imported name is there for the linter only."""
        node, holder = self._holder(read)
        if isinstance(holder, ast.Assert):
            return True
        if isinstance(holder, ast.Call) and node in holder.args:
            alone = holder.args == [node] and not holder.keywords
            return (alone or _is_quiet(holder)) and self._dropped_call(holder, hops, self.hollow)
        return self._dropped(holder, node, hops, self.hollow)

    def idle(self, read: ast.Name, hops: int = 0) -> bool:
        """Whether this read of a local does nothing: its own update, a deletion, a bare expression, another unused name.

        Unlike with an import, printing or asserting a local is an honest use.
        """
        node, holder = self._holder(read)
        if isinstance(holder, ast.Call) and node in holder.args and _is_quiet(holder):
            return self._dropped_call(holder, hops, self.idle)
        return self.updates_itself(read) or self._dropped(holder, node, hops, self.idle)

    def _holder(self, read: ast.Name) -> tuple[ast.AST, ast.AST | None]:
        node: ast.AST = read
        parent = self.parent(node)
        while isinstance(parent, _PURE):
            node, parent = parent, self.parent(parent)
        return node, parent

    def _dropped_call(self, call: ast.Call, hops: int, judge: _Judge) -> bool:
        holder = self.parent(call)
        if isinstance(holder, ast.withitem):
            return _is_idle_with(self.parent(holder))
        return isinstance(holder, ast.Expr) or (_is_quiet(call) and self._dropped(holder, call, hops, judge))

    def _dropped(self, holder: ast.AST | None, node: ast.AST, hops: int, judge: _Judge) -> bool:
        dropped = False
        match holder:
            case ast.Expr() | ast.AnnAssign(value=None):
                dropped = True
            case ast.Delete():
                dropped = isinstance(node, ast.Name)
            case ast.Assign(targets=targets, value=value) if value is node:
                dropped = all(self._unused(target, hops, judge) for target in targets)
            case ast.AnnAssign(target=target, value=value, annotation=annotation) if node in {value, annotation}:
                dropped = self._unused(target, hops, judge)
        return dropped

    def _unused(self, target: ast.expr, hops: int, judge: _Judge) -> bool:
        if not isinstance(target, ast.Name) or hops >= _MAX_HOPS or target.id == "__all__":
            return False
        home = self._homes[id(target)]
        # An attribute of a class is read by others than its name.
        return not isinstance(home.node, ast.ClassDef) and all(judge(read, hops + 1) for read in self.reads(home, target.id))

    def updates_itself(self, read: ast.Name) -> bool:
        """The read only feeds the next value of the same name, as in `n = n + 1`."""
        statement: ast.AST | None = read
        while statement is not None and not isinstance(statement, ast.stmt):
            statement = self.parent(statement)
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(target=ast.Name(id=name)):
                return name == read.id
        return False


def _is_quiet(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id in _QUIET


def _is_idle_with(statement: ast.AST | None) -> bool:
    return isinstance(statement, ast.With) and all(map(does_nothing, statement.body))


_ASSIGNING: Final = frozenset({ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.withitem})
_BINDING: Final = frozenset({ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp})
"""Expressions with variables of their own."""


def _shadowed(node: ast.AST) -> Iterator[ast.Name]:
    """Name nodes inside that mean a variable of the expression."""
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
