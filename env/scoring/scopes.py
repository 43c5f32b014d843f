"""Which code runs in which scope, and which names it binds there: one walk over a tree, shared by every rule.

Iterative throughout, so that no tree is too deep for it.
"""

import ast
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

Function = ast.FunctionDef | ast.AsyncFunctionDef
ScopeNode = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

MODULE: Final = "<module>"
STAR: Final = "*"
"""Stands for the unknown names of a star import."""

_LEAVES: Final = frozenset(
    {"ctx", "op", "ops"}
    | {
        "id",
        "attr",
        "name",
        "arg",
        "module",
        "level",
        "asname",
        "kind",
        "conversion",
        "simple",
        "rest",
        "kwd_attrs",
        "is_async",
    }
    | {"type_comment", "type_ignores"}
)
"""Fields whose nodes carry nothing but their type, and fields that hold no node."""

_WITHOUT: Final = frozenset({ast.Constant, ast.Global, ast.Nonlocal, ast.MatchSingleton})
"""Types that hold values and names, and no node."""

_FIELDS: Final[Mapping[type, tuple[str, ...]]] = {
    kind: () if kind in _WITHOUT else tuple(name for name in kind._fields if name not in _LEAVES)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}
_GAPPED: Final = frozenset({ast.Dict, ast.arguments})
"""Types with lists in which None stands for a node that is not there."""
_SCOPED: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)

_Kind = TypeVar("_Kind", bound=ast.AST)


class Nodes(list[ast.AST]):
    """Nodes in source order. Asking for a type looks at the nodes of that type alone; nothing is added afterwards."""

    __slots__ = ("_kinds",)

    def __init__(self) -> None:
        super().__init__()
        self._kinds: dict[type, list[Any]] = {}

    def of(self, kind: type[_Kind]) -> list[_Kind]:
        """Those of exactly this type."""
        return self._by_kind().get(kind, [])

    def among(self, kinds: AbstractSet[type]) -> list[ast.AST]:
        """Those of exactly these types."""
        known = self._by_kind()
        present = known.keys() & kinds
        if len(present) > 1:
            return [node for node in self if type(node) in present]
        return known[present.pop()] if present else []

    def _by_kind(self) -> dict[type, list[Any]]:
        if not self._kinds and self:
            found: dict[type, list[Any]] = {}
            for node in self:
                found.setdefault(type(node), []).append(node)
            self._kinds = found
        return self._kinds


class TooDeep(ValueError):
    """The tree is nested more deeply than asked for."""

    @staticmethod
    def message(max_depth: int) -> str:
        """What is told."""
        return f"the code is nested over {max_depth} levels deep"


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """A body of statements with names of its own.

    Attributes:
        name: dotted path from the module, e.g. `Parser.feed`; `MODULE` for the module itself.
        node: what holds the body.
        outer: the scope around it, None for the module.
        nodes: every node that is evaluated in the scope itself, in source order: lambdas and comprehensions with their
            insides; of a nested class or function the decorators, defaults, annotations and bases, not the body.
    """

    name: str
    node: ScopeNode
    outer: "Scope | None" = None
    nodes: Nodes = field(default_factory=Nodes)
    _kept: "list[tuple[Binding, ...]]" = field(default_factory=list)

    def path(self, name: str) -> str:
        """Dotted path of something inside."""
        return name if self.outer is None else f"{self.name}.{name}"

    def bindings(self) -> "tuple[Binding, ...]":
        """Every binding and deletion of a name in the scope itself; `STAR` for a star import."""
        if not self._kept:
            self._kept.append(tuple(_bindings(self)))
        return self._kept[0]


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A module taken apart.

    Attributes:
        nodes: every node but the module, in source order.
        scopes: the module first, then every class and function at any depth, in source order.
    """

    nodes: Nodes
    scopes: list[Scope]

    @property
    def module(self) -> Scope:
        """The outermost scope."""
        return self.scopes[0]

    def functions(self) -> list[Function]:
        """Every function at any depth."""
        return [scope.node for scope in self.scopes if isinstance(scope.node, Function)]


def outline(tree: ast.Module, max_depth: int) -> Outline:
    """Take a module apart.

    Raises:
        TooDeep: it has more than `max_depth` levels.
    """
    module = Scope(MODULE, tree)
    found = Outline(Nodes(), [module])
    waiting: list[tuple[ast.AST, int, Scope]] = [(node, 1, module) for node in reversed(tree.body)]
    while waiting:
        node, depth, scope = waiting.pop()
        if depth > max_depth:
            raise TooDeep(TooDeep.message(max_depth))
        found.nodes.append(node)
        scope.nodes.append(node)
        if isinstance(node, _SCOPED):
            inner = Scope(scope.path(node.name), node, scope)
            found.scopes.append(inner)
            waiting += [(child, depth + 1, inner) for child in reversed(node.body)]
            waiting += [(child, depth + 1, scope) for child in reversed(_header(node))]
        elif _FIELDS[type(node)]:
            inside = children(node)
            inside.reverse()
            waiting += [(child, depth + 1, scope) for child in inside]
    return found


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes directly inside, operators and contexts left out."""
    found: list[ast.AST] = []
    for name in _FIELDS[type(node)]:
        value = getattr(node, name)
        if type(value) is list:
            found += value
        elif value is not None:
            found.append(value)
    return [inner for inner in found if inner is not None] if type(node) in _GAPPED else found


def _header(node: Function | ast.ClassDef) -> list[ast.AST]:
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases, *node.keywords]
    returns = [] if node.returns is None else [node.returns]
    return [*node.decorator_list, node.args, *returns]


@dataclass(frozen=True, slots=True)
class Binding:
    """One place that binds or deletes a name."""

    name: str
    row: int


def _bindings(scope: Scope) -> Iterator[Binding]:
    hidden = {id(name) for node in scope.nodes.of(ast.comprehension) for name in ast.walk(node.target)}
    for node in scope.nodes.among(_BINDERS.keys()):
        if id(node) not in hidden:
            yield from (Binding(name, getattr(node, "lineno", 0)) for name in _BINDERS[type(node)](node))


_BINDERS: Final[Mapping[type, Callable[[Any], list[str]]]] = {
    ast.Name: lambda node: [] if isinstance(node.ctx, ast.Load) else [node.id],
    ast.FunctionDef: lambda node: [node.name],
    ast.AsyncFunctionDef: lambda node: [node.name],
    ast.ClassDef: lambda node: [node.name],
    ast.ExceptHandler: lambda node: [node.name] if node.name else [],
    ast.MatchAs: lambda node: [node.name] if node.name else [],
    ast.MatchStar: lambda node: [node.name] if node.name else [],
    ast.MatchMapping: lambda node: [node.rest] if node.rest else [],
    ast.Import: lambda node: [alias.asname or alias.name.partition(".")[0] for alias in node.names],
    ast.ImportFrom: lambda node: [alias.asname or alias.name for alias in node.names],
}
"""Names that a node of each kind binds."""
