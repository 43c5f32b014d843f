"""McCabe complexity as ruff counts it (C901), without starting ruff."""

import ast
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from code_review_env.tasks.mess.source import Source

LIMIT: Final = 3
"""Of the hard stage."""

_BRANCHES: Final = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.match_case, ast.FunctionDef)
_BLOCKS: Final = ("body", "orelse", "handlers", "cases", "finalbody")


def complexity(node: ast.AST) -> int:
    """One of a function, and one more for each branch; functions inside count as part of it."""
    inside = sum(complexity(one) for name in _BLOCKS for one in getattr(node, name, ()))
    return _weight(node) + inside


def _weight(node: ast.AST) -> int:
    if isinstance(node, ast.Try):
        return bool(node.orelse)
    if isinstance(node, ast.match_case):
        last = isinstance(node.pattern, ast.MatchAs) and node.pattern.pattern is None and node.guard is None
        return not last
    return isinstance(node, _BRANCHES)


@lru_cache(maxsize=4)
def complexities(source: Source) -> Mapping[str, int]:
    """Complexity of each function at the top level, by its name."""
    return {node.name: complexity(node) for node in source.tree.body if isinstance(node, ast.FunctionDef)}


def total(counts: Mapping[str, int]) -> int:
    """Complexity of a whole file."""
    return sum(counts.values())


def excess(counts: Mapping[str, int]) -> int:
    """How far the functions of a file lie above the limit, all together."""
    return sum(max(0, count - LIMIT) for count in counts.values())
