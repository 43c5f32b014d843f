"""Comparisons written the wrong way round: E711, E713, E714."""

import ast
import random
from collections.abc import Iterator
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.source import Source


def _single(source: Source, *operators: type[ast.cmpop]) -> Iterator[tuple[ast.Compare, str, str]]:
    """Comparisons of two operands by one of these operators, with the text of both operands."""
    for node in source.all(ast.Compare):
        if len(node.ops) == 1 and isinstance(node.ops[0], operators):
            yield node, source.of(node.left), source.of(node.comparators[0])


def _with_none(source: Source, _: random.Random) -> Iterator[Change]:
    """`is None` as `== None`: the same unless a class defines `__eq__`, and the families compare plain values."""
    for node, left, right in _single(source, ast.Is, ast.IsNot):
        if right == "None":
            sign = "==" if isinstance(node.ops[0], ast.Is) else "!="
            yield (Edit(source.start(node), source.end(node), f"{left} {sign} None"),)


def _negated(source: Source, kind: type[ast.cmpop], sign: str) -> Iterator[Change]:
    """`a not in b` as `not a in b`; in brackets where the comparison is an operand, because `not` binds weaker."""
    for node, left, right in _single(source, kind):
        text = f"not {left} {sign} {right}"
        operand = isinstance(source.parents[node], ast.UnaryOp | ast.BinOp | ast.Compare | ast.Await)
        yield (Edit(source.start(node), source.end(node), f"({text})" if operand else text),)


def _not_in(source: Source, _: random.Random) -> Iterator[Change]:
    return _negated(source, ast.NotIn, "in")


def _not_is(source: Source, _: random.Random) -> Iterator[Change]:
    return _negated(source, ast.IsNot, "is")


TRANSFORMS: Final = (
    Transform("comparison with None", "E711", "local", _with_none),
    Transform("not ... in", "E713", "local", _not_in),
    Transform("not ... is", "E714", "local", _not_is, held_out=True),
)
