"""Conditions as text: turned round, taken apart, and known to be True or False."""

import ast
from typing import Final

from code_review_env.tasks.mess.complexity.text import SAME, Names, bracketed, expression
from code_review_env.tasks.mess.source import Source

_OPPOSITE: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
_SIGNS: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
_YES_OR_NO: Final = frozenset({"isinstance", "any", "all", "bool", "callable", "hasattr", "issubclass"})
_YES_OR_NO_METHODS: Final = frozenset(
    {"startswith", "endswith", "isdigit", "isalpha", "isalnum", "isascii", "isupper", "islower", "isspace"}
)


def negated(source: Source, node: ast.expr, names: Names = SAME) -> str:
    """The opposite of a condition."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return expression(source, operand, names)
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in _OPPOSITE:
            sign = _OPPOSITE[type(operator)]
            return f"{bracketed(source, left, names)} {sign} {bracketed(source, right, names)}"
        case ast.Compare():
            return f"not ({expression(source, node, names)})"
    return f"not {bracketed(source, node, names)}"


def is_truth(node: ast.expr) -> bool:
    """The value is True or False."""
    match node:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()) | ast.Constant(value=True | False):
            return True
        case ast.BoolOp(values=values):
            return all(map(is_truth, values))
        case ast.Call(func=ast.Name(id=name)):
            return name in _YES_OR_NO
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _YES_OR_NO_METHODS
    return False


def operands(source: Source, node: ast.BoolOp) -> list[str]:
    """The parts of `a and b` or `a or b`, each a condition of its own."""
    return [expression(source, one) for one in node.values]


def links(source: Source, node: ast.Compare) -> list[str]:
    """`a < b <= c` as `a < b` and `b <= c`; empty if an operator is unusual."""
    signs = [_SIGNS.get(type(operator), "") for operator in node.ops]
    parts = [bracketed(source, one) for one in (node.left, *node.comparators)]
    found = [f"{parts[at]} {sign} {parts[at + 1]}" for at, sign in enumerate(signs)]
    return found if all(signs) else []
