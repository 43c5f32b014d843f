"""When two expressions mean the same: equal trees after every imported name is replaced by its full dotted path."""

import ast
import builtins
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Self

from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.scopes import STAR

Spelling = tuple[object, ...]
"""A tree flattened to tokens; equal tokens mean equal trees, whatever the positions and the load context."""


@dataclass(frozen=True, slots=True)
class Names:
    """What the names at module level stand for.

    Attributes:
        imported: name -> dotted path, for names that one import alone binds.
        bound: every name that the module binds, imports included.
        stars: modules of star imports, sorted.
    """

    imported: Mapping[str, str]
    bound: frozenset[str]
    stars: tuple[str, ...]

    @classmethod
    def of(cls, parsed: Parsed) -> Self:
        """Read them off a module."""
        times = Counter(binding.name for binding in parsed.outline.module.bindings())
        imports = list(_imports(parsed))
        seen = Counter(name for name, _ in imports)
        paths = {name: {path for other, path in imports if other == name} for name in seen}
        single = {
            name: min(found) for name, found in paths.items() if name != STAR and seen[name] == times[name] and len(found) == 1
        }
        stars = sorted(path.removesuffix(".*") for path in paths.get(STAR, ()))
        return cls(single, frozenset(times) - {STAR}, tuple(stars))

    def path(self, name: str) -> str | None:
        """Dotted path of an imported name; one that only a single star import can have brought counts as its."""
        if name in self.imported:
            return self.imported[name]
        unknown = name not in self.bound and name not in _BUILTINS and len(self.stars) == 1
        return f"{self.stars[0]}.{name}" if unknown else None


NO_NAMES: Final = Names({}, frozenset(), ())
"""To compare expressions by their words alone."""

_IMPORTS: Final = frozenset({ast.Import, ast.ImportFrom})
_BUILTINS: Final = frozenset(dir(builtins))


def _imports(parsed: Parsed) -> Iterator[tuple[str, str]]:
    """Name and dotted path of every import at module level."""
    for node in parsed.outline.module.nodes.among(_IMPORTS):
        if isinstance(node, ast.Import):
            for alias in node.names:
                root = alias.name.partition(".")[0]
                yield (alias.asname, alias.name) if alias.asname else (root, root)
        elif isinstance(node, ast.ImportFrom):
            source = "." * node.level + (node.module or "")
            yield from ((alias.asname or alias.name, f"{source}.{alias.name}") for alias in node.names)


def spelling(tree: ast.AST, names: Names) -> Spelling:
    """Flatten `tree` with its imported names resolved."""
    tokens: list[object] = []
    waiting: list[object] = [tree]
    while waiting:
        item = waiting.pop()
        path = dotted(item, names)
        if path is not None:
            tokens.append(("path", path))
        elif isinstance(item, ast.JoinedStr) and all(isinstance(part, ast.Constant) for part in item.values):
            tokens.append(("str", "".join(str(part.value) for part in item.values if isinstance(part, ast.Constant))))
        elif isinstance(item, ast.Constant):
            tokens.append((type(item.value).__name__, item.value))
        elif isinstance(item, ast.AST):
            tokens.append(type(item).__name__)
            waiting += [getattr(item, field, None) for field in reversed(item._fields) if field != "ctx"]
        elif isinstance(item, list):
            tokens.append(len(item))
            waiting += reversed(item)
        else:
            tokens.append(item)
    return tuple(tokens)


def dotted(node: object, names: Names) -> str | None:
    """Full path of a name or attribute chain that starts at an import, else None."""
    attributes: list[str] = []
    while isinstance(node, ast.Attribute):
        attributes.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    root = names.path(node.id)
    return None if root is None else ".".join([root, *reversed(attributes)])
