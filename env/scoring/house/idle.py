"""Statements that do nothing. One of them can hold a read of an unused name without any effect."""

import ast
from typing import Final

_EFFECTS: Final = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)


def does_nothing(statement: ast.stmt) -> bool:
    """Whether leaving the statement out would change nothing, as far as its form tells: `if json: pass`."""
    match statement:
        case ast.Pass() | ast.Expr(value=ast.Constant()) | ast.Continue() | ast.Break():
            return True
    return is_hollow(statement)


def is_hollow(node: ast.AST) -> bool:
    """Whether `node` is a compound statement that does nothing; a loop over a name is none, it may drain an iterator."""
    match node:
        case ast.If(test=head) | ast.While(test=head) | ast.Match(subject=head):
            quiet = not _has_effect(head)
        case ast.For(iter=ast.Tuple() | ast.List() | ast.Set() | ast.Constant() as head):
            quiet = not _has_effect(head)
        case ast.Try():
            quiet = True
        case _:
            return False
    return quiet and all(map(does_nothing, _statements(node)))


def _has_effect(head: ast.expr) -> bool:
    return any(isinstance(part, _EFFECTS) for part in ast.walk(head))


def _statements(node: ast.AST) -> list[ast.stmt]:
    """The statements of every block of a compound statement."""
    blocks = [getattr(node, name, []) for name in ("body", "orelse", "finalbody")]
    inner = [part.body for part in (*getattr(node, "handlers", []), *getattr(node, "cases", []))]
    return [statement for block in (*blocks, *inner) for statement in block]
