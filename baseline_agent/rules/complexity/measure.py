"""Cyclomatic complexity as C901 counts it, of statements of a LibCST tree."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import libcst as cst
import libcst.matchers as m

Statement = cst.BaseStatement | cst.BaseSmallStatement

LIMIT: Final = 3
"""Of the hard stage; a function begins at 1."""

BRANCHES: Final = LIMIT - 1
"""What is left for the statements of one function."""


def weight(statements: Sequence[Statement]) -> int:
    """Branches that these statements add to their function."""
    return sum(map(_weight, statements))


def _weight(node: Statement) -> int:
    count = 0
    match node:
        case cst.If(body=body, orelse=other):
            count = 1 + of_block(body) + (_weight(other) if isinstance(other, cst.If) else of_block(other))
        case cst.For(body=body, orelse=other) | cst.While(body=body, orelse=other):
            count = 1 + of_block(body) + of_block(other)
        case cst.Try() | cst.TryStar():
            count = _attempt(node)
        case cst.With(body=body) | cst.ClassDef(body=body):
            count = of_block(body)
        case cst.FunctionDef(body=body):
            count = 1 + of_block(body)
        case cst.Match(cases=cases):
            count = sum(1 + of_block(case.body) for case in cases) - is_open(cases)
    return count


def _attempt(node: cst.Try | cst.TryStar) -> int:
    handlers = sum(1 + of_block(handler.body) for handler in node.handlers)
    return handlers + of_block(node.body) + (node.orelse is not None) + of_block(node.orelse) + of_block(node.finalbody)


def is_open(cases: Sequence[cst.MatchCase]) -> bool:
    """The last case takes everything."""
    return bool(cases) and isinstance(cases[-1].pattern, cst.MatchAs) and not cases[-1].pattern.pattern and not cases[-1].guard


def of_block(node: cst.BaseSuite | cst.Else | cst.Finally | None) -> int:
    """Branches inside a block; none where there is no block."""
    return weight(block(node))


def block(node: cst.BaseSuite | cst.Else | cst.Finally | None) -> Sequence[Statement]:
    """The statements of a block; none where there is no block."""
    if node is None:
        return ()
    return block(node.body) if isinstance(node, cst.Else | cst.Finally) else tuple(node.body)


MOST_DECISIONS: Final = 4
"""Inside the expressions of one function; more of them count like branches."""


@lru_cache(maxsize=4096)
def decisions(node: cst.CSTNode) -> int:
    """Decisions inside the expressions of a statement: ternaries, `and` and `or`, conditions of comprehensions."""
    kinds = m.IfExp() | m.BooleanOperation() | m.CompIf()
    return len(m.findall(node, kinds))
