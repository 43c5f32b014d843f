"""What a skill works on, and the bounds within which it works at all."""

import ast
import time
from dataclasses import dataclass, field
from typing import Final

MAX_CHARACTERS: Final = 64 * 1024
"""Longer files are sent back as they are; the environment refuses them anyway."""

MAX_DEPTH: Final = 60
"""Levels of the syntax tree; code by people stays far below, and deeper trees exhaust recursive visitors."""

DEADLINE_S: Final = 10.0
"""For one submission; a file of ordinary size takes well under a second."""


@dataclass(frozen=True, slots=True)
class Job:
    """One file to repair.

    Attributes:
        source: the file.
        entry: the function whose name and signature must stay.
        until: monotonic seconds after which no further change is begun.
    """

    source: str
    entry: str
    until: float = field(default_factory=lambda: time.monotonic() + DEADLINE_S)

    def late(self) -> bool:
        """Whether the time is used up."""
        return time.monotonic() >= self.until


def parsed(source: str) -> ast.Module | None:
    """The syntax tree of a file that can be worked on; None for one that is too long, too deep or no Python."""
    if len(source) > MAX_CHARACTERS:
        return None
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return tree if _depth(tree) <= MAX_DEPTH else None


def _depth(tree: ast.AST) -> int:
    """Levels of a tree, found without recursion; counting stops above the limit."""
    depth, level = 0, [tree]
    while level and depth <= MAX_DEPTH:
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        depth += 1
    return depth
