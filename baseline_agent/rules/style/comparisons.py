"""Comparisons with None, with truth values and of types, repaired so that they answer as before."""

from collections.abc import Callable, Sequence
from typing import Final

import libcst as cst
import libcst.matchers as m

from code_review_env.baseline_agent.rules.style.purity import is_none, is_truth

_NUMBERS: Final = {"True": "1", "False": "0"}
_IDENTITY: Final = {cst.Equal: cst.Is, cst.NotEqual: cst.IsNot}


def with_none(node: cst.CSTNode, _: frozenset[str]) -> cst.CSTNode:
    """`is None`; only for files whose classes do not define what equality with None means."""
    if not isinstance(node, cst.Comparison):
        return node
    return _identical(node, lambda left, right: is_none(left) or is_none(right))


def asked_of_object(node: cst.CSTNode, _: frozenset[str]) -> cst.CSTNode:
    """`operator.eq(x, None)`: the object answers, as it did; `is None` would not ask it."""
    if not isinstance(node, cst.Comparison) or len(node.comparisons) > 1:
        return node
    part = node.comparisons[0]
    name = "eq" if isinstance(part.operator, cst.Equal) else "ne"
    return cst.Call(_member("operator", name), [cst.Arg(node.left), cst.Arg(part.comparator)])


def with_truth_asked(node: cst.CSTNode, words: frozenset[str]) -> cst.CSTNode:
    """The same for True and False, unless the operand is the answer of a predicate."""
    if not isinstance(node, cst.Comparison):
        return node
    sides = (node.left, *(one.comparator for one in node.comparisons))
    answers = any(isinstance(side, cst.Call) and is_truth(side) for side in sides)
    return with_truth(node, words) if answers else asked_of_object(node, words)


def _member(module: str, name: str) -> cst.Attribute:
    return cst.Attribute(cst.Name(module), cst.Name(name))


def with_literal(node: cst.CSTNode, _: frozenset[str]) -> cst.CSTNode:
    """`x is 0` as a comparison that still tells 0 from False and 0.0; with a text, `==` is what was meant."""
    if not isinstance(node, cst.Comparison) or len(node.comparisons) > 1:
        return node
    part = node.comparisons[0]
    sides = (node.left, part.comparator)
    literal = next((side for side in sides if isinstance(side, cst.Integer)), None)
    operand = next((side for side in sides if isinstance(side, cst.Name)), None)
    if literal is None or operand is None:
        return node
    name, is_same = operand.value, isinstance(part.operator, cst.Is)
    kind, equal, both = ("is", "==", "and") if is_same else ("is not", "!=", "or")
    return cst.parse_expression(f"(type({name}) {kind} int {both} {name} {equal} {literal.value})")


def of_types(node: cst.CSTNode, _: frozenset[str]) -> cst.CSTNode:
    """`type(x) is int`."""
    if not isinstance(node, cst.Comparison):
        return node
    call = m.Call(func=m.Name("type"), args=[m.Arg()])
    return _identical(node, lambda left, right: m.matches(left, call) or m.matches(right, call))


def _identical(node: cst.Comparison, wanted: Callable[[cst.BaseExpression, cst.BaseExpression], bool]) -> cst.Comparison:
    left, parts = node.left, []
    for part in node.comparisons:
        operator = _IDENTITY.get(type(part.operator)) if wanted(left, part.comparator) else None
        parts.append(part.with_changes(operator=operator()) if operator else part)
        left = part.comparator
    return node.with_changes(comparisons=parts)


def with_truth(node: cst.CSTNode, _: frozenset[str]) -> cst.CSTNode:
    """The operand itself where it is a truth value; else a comparison with 1 or 0, to which True and False are equal."""
    if not isinstance(node, cst.Comparison):
        return node
    match node.comparisons:
        case [cst.ComparisonTarget(operator=cst.Equal() | cst.NotEqual() as operator, comparator=right)]:
            return _simple(node, operator, right)
    return node.with_changes(left=_number(node.left), comparisons=_with_numbers(node.comparisons))


def _simple(node: cst.Comparison, operator: cst.BaseCompOp, right: cst.BaseExpression) -> cst.BaseExpression:
    operand, literal = (node.left, right) if _is_literal(right) else (right, node.left)
    if not is_truth(operand) or not isinstance(literal, cst.Name):
        return node.with_changes(left=_number(node.left), comparisons=_with_numbers(node.comparisons))
    wanted = (literal.value == "True") is isinstance(operator, cst.Equal)
    operand = operand.with_changes(lpar=[*node.lpar, *operand.lpar], rpar=[*operand.rpar, *node.rpar])
    return operand if wanted else cst.UnaryOperation(cst.Not(), _bracketed(operand), lpar=_OPEN, rpar=_CLOSED)


_OPEN: Final = (cst.LeftParen(),)
_CLOSED: Final = (cst.RightParen(),)


def _bracketed(operand: cst.BaseExpression) -> cst.BaseExpression:
    if isinstance(operand, cst.BooleanOperation | cst.IfExp) and not operand.lpar:
        return operand.with_changes(lpar=_OPEN, rpar=_CLOSED)
    return operand


def _with_numbers(parts: Sequence[cst.ComparisonTarget]) -> list[cst.ComparisonTarget]:
    equality = (cst.Equal, cst.NotEqual)
    return [
        part.with_changes(comparator=_number(part.comparator)) if isinstance(part.operator, equality) else part
        for part in parts
    ]


def _number(node: cst.BaseExpression) -> cst.BaseExpression:
    return cst.Integer(_NUMBERS[node.value]) if isinstance(node, cst.Name) and node.value in _NUMBERS else node


def _is_literal(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Name) and node.value in _NUMBERS
