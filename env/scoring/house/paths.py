"""What an expression may stand for: dotted paths of modules and their members, followed through the usual detours.

An over-approximation on purpose: imports of every scope and simple aliases are taken together.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.scopes import STAR

_ROUNDS: Final = 3
"""How long a chain of aliases is followed."""

_MAX_DOTS: Final = 4
_MAX_PATHS: Final = 16
"""Bounds against a file of aliases that feed on each other; no road to a shell is longer."""

_IMPORTERS: Final = frozenset({"__import__", "import_module"})
_IMPORTS: Final = frozenset({ast.Import, ast.ImportFrom})
_ALIASES: Final = frozenset({ast.Assign, ast.NamedExpr})
_NOTHING: Final[frozenset[str]] = frozenset()


class Paths:
    """The names of one module and what they may stand for."""

    def __init__(self, parsed: Parsed) -> None:
        self._names: dict[str, set[str]] = defaultdict(set)
        self.stars: set[str] = set()
        for node in parsed.outline.nodes.among(_IMPORTS):
            for name, path in imported(node):
                self._add(name, path)
        for _ in range(_ROUNDS):
            for node in parsed.outline.nodes.among(_ALIASES):
                self._alias(node)

    def _add(self, name: str, path: str) -> None:
        if name == STAR:
            self.stars.add(path.removesuffix(".*"))
        else:
            self._names[name].add(path)

    def _alias(self, node: ast.AST) -> None:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) | ast.NamedExpr(target=ast.Name(id=name), value=value):
                short = {path for path in self.of(value) if path.count(".") <= _MAX_DOTS}
                if len(self._names[name]) < _MAX_PATHS:
                    self._names[name] |= short

    def of(self, node: ast.AST) -> frozenset[str]:
        """Every path that `node` may stand for."""
        found = _NOTHING
        match node:
            case ast.Name(id=name):
                found = frozenset(self._names.get(name, _NOTHING)) or frozenset(f"{star}.{name}" for star in self.stars)
            case ast.NamedExpr(value=value):
                found = self.of(value)
            case ast.Attribute(value=value, attr=attr):
                found = self._member(value, attr)
            case ast.Call(func=func, args=[ast.Constant(value=str(module)), *_]) if _last(func) in _IMPORTERS:
                found = frozenset({module})
            case ast.Call(func=ast.Name(id="getattr"), args=[value, ast.Constant(value=str(attr)), *_]):
                found = self._member(value, attr)
            case ast.Subscript(value=value, slice=ast.Constant(value=str(key))):
                found = self._entry(value, key)
        return found

    def _member(self, owner: ast.expr, attr: str) -> frozenset[str]:
        return frozenset(f"{path}.{attr}" for path in self.of(owner))

    def _entry(self, mapping: ast.expr, key: str) -> frozenset[str]:
        """`sys.modules["os"]`, `vars(os)["system"]`, `os.__dict__["system"]`."""
        if "sys.modules" in self.of(mapping):
            return frozenset({key})
        owner = namespace_owner(mapping)
        return _NOTHING if owner is None else self._member(owner, key)


def namespace_owner(node: ast.AST) -> ast.expr | None:
    """Whose names a mapping holds: `x` of `vars(x)` and of `x.__dict__`."""
    match node:
        case ast.Call(func=ast.Name(id="vars"), args=[owner]) | ast.Attribute(value=owner, attr="__dict__"):
            return owner
    return None


def imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Name and path of everything that an import statement brings."""
    match node:
        case ast.Import(names=aliases):
            for alias in aliases:
                root = alias.name.partition(".")[0]
                yield (alias.asname, alias.name) if alias.asname else (root, root)
        case ast.ImportFrom(names=aliases, module=str(module)):
            yield from ((alias.asname or alias.name, f"{module}.{alias.name}") for alias in aliases)


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
