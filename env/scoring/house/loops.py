"""House rules of the stage `async`: the loop is blocked, or a task is lost, in a way that ruff does not see."""

import ast
from collections.abc import Iterator
from typing import Final

from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.house.paths import Paths
from code_review_env.env.scoring.house.sightings import Sighting, at

BLOCKING: Final = "CRE471"
"""`time.sleep` behind an alias or in a helper, `Event().wait`, a nested `asyncio.run`: the event loop stands still."""

LOST: Final = "CRE472"
"""A task that nothing holds: in a bare tuple, under a name that is not meant, handed to a function that drops it."""

_SLEEPERS: Final = frozenset(
    {"time.sleep", "asyncio.run", "asyncio.Runner", "select.select", "threading.Event", "signal.pause"}
)
_STARTERS: Final = frozenset({"asyncio.create_task", "asyncio.ensure_future"})
_KEEPERS: Final = frozenset({"append", "add", "extend", "insert", "gather", "wait", "wait_for", "shield", "as_completed"})


def sightings(parsed: Parsed) -> Iterator[Sighting]:
    """Both rules."""
    paths = Paths(parsed)
    for node in parsed.outline.nodes.among({ast.Name, ast.Attribute}):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            for path in sorted(paths.of(node) & _SLEEPERS):
                yield at(parsed, node, BLOCKING, f"`{path}` blocks the event loop, wherever it is called")
    holders = {id(child): node for node in parsed.outline.nodes for child in ast.iter_child_nodes(node)}
    for node in parsed.outline.nodes.of(ast.Call):
        if paths.of(node.func) & _STARTERS and _is_lost(holders.get(id(node)), holders):
            yield at(parsed, node, LOST, "nothing holds this task, so it may be gone before it has run")


def _is_lost(holder: ast.AST | None, holders: dict[int, ast.AST]) -> bool:
    while isinstance(holder, ast.Tuple | ast.List | ast.Set | ast.BoolOp | ast.IfExp):
        holder = holders.get(id(holder))
    match holder:
        case ast.Expr() | None:
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name.startswith("_")
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name not in _KEEPERS
    return False
