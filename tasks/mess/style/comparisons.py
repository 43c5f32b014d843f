"""Comparisons written the wrong way round: E711, E712, E713, E714, E721."""

import ast
import random
from collections.abc import Iterator
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.source import Source

_YES_OR_NO: Final = frozenset(
    {"startswith", "endswith", "isdigit", "isalpha", "isalnum", "isupper", "islower", "isspace", "isdecimal"}
    | {"isidentifier", "istitle", "isnumeric", "isascii", "issubset", "issuperset", "isdisjoint"}
)
_JUDGES: Final = frozenset({"isinstance", "issubclass", "callable", "hasattr", "any", "all", "bool"})
_EXACT: Final = frozenset({"str", "list", "dict", "tuple", "set", "float", "bytes"})
"""Types of which the cases hold no subclass; `bool` is one of `int`."""


def _single(source: Source, *operators: type[ast.cmpop]) -> Iterator[tuple[ast.Compare, str, str]]:
    """Comparisons of two operands by one of these operators, with the text of both operands, brackets included."""
    for node in source.plain(ast.Compare):
        if len(node.ops) == 1 and isinstance(node.ops[0], operators):
            gap = source.text[source.end(node.left) : source.start(node.comparators[0])]
            left = source.text[source.start(node) : source.end(node.left)] + ")" * gap.count(")")
            right = "(" * gap.count("(") + source.text[source.start(node.comparators[0]) : source.end(node)]
            yield node, left, right


def _operand(source: Source, node: ast.expr) -> bool:
    """Whether what replaces a node binds weaker than what stands around it."""
    return isinstance(source.parents[node], ast.UnaryOp | ast.BinOp | ast.Compare | ast.Await | ast.Attribute)


def _instead(source: Source, node: ast.expr, text: str) -> Change:
    return (Edit(source.start(node), source.end(node), f"({text})" if _operand(source, node) else text),)


def _with_none(source: Source, _: random.Random) -> Iterator[Change]:
    """`is None` as `== None`: the same unless a class defines `__eq__`, and the families compare plain values."""
    for node, left, right in _single(source, ast.Is, ast.IsNot):
        if right == "None":
            sign = "==" if isinstance(node.ops[0], ast.Is) else "!="
            yield (Edit(source.start(node), source.end(node), f"{left} {sign} None"),)


def _with_bool(source: Source, _: random.Random) -> Iterator[Change]:
    """What is True or False anyway, compared with True, or with False in place of `not`."""
    for node in source.plain(ast.expr):
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=inner) if _decides(source, inner):
                text = source.of(inner)
                yield _instead(source, node, f"({text}) == False" if isinstance(inner, ast.Compare) else f"{text} == False")
            case ast.Call() if _decides(source, node) and not _negated_already(source, node):
                yield _instead(source, node, f"{source.of(node)} == True")


def _negated_already(source: Source, node: ast.expr) -> bool:
    return isinstance(source.parents[node], ast.UnaryOp | ast.Expr)


def _decides(source: Source, node: ast.expr) -> bool:
    match node:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _YES_OR_NO
        case ast.Call(func=ast.Name(id=name)):
            return name in _JUDGES or any(one.name == name and _answers(one) for one in source.helpers)
    return False


def _answers(function: ast.FunctionDef) -> bool:
    """Every way out of a helper returns True or False."""
    found = [node.value for node in ast.walk(function) if isinstance(node, ast.Return)]
    return isinstance(function.body[-1], ast.Return) and all(_is_bool(value) for value in found)


def _is_bool(value: ast.expr | None) -> bool:
    known = isinstance(value, ast.Constant) and isinstance(value.value, bool)
    return known or isinstance(value, ast.Compare) or (isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not))


def _negated(source: Source, kind: type[ast.cmpop], sign: str) -> Iterator[Change]:
    """`a not in b` as `not a in b`; in brackets where the comparison is an operand, because `not` binds weaker."""
    for node, left, right in _single(source, kind):
        yield _instead(source, node, f"not {left} {sign} {right}")


def _not_in(source: Source, _: random.Random) -> Iterator[Change]:
    return _negated(source, ast.NotIn, "in")


def _not_is(source: Source, _: random.Random) -> Iterator[Change]:
    return _negated(source, ast.IsNot, "is")


def _type(source: Source, _: random.Random) -> Iterator[Change]:
    """`isinstance` of a type without subclasses among the cases as a comparison of types."""
    for node in source.plain(ast.Call):
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[value, ast.Name(id=name)]) if name in _EXACT:
                text = f"type({source.of(value)})"
                around = source.parents[node]
                if isinstance(around, ast.UnaryOp):
                    yield _instead(source, around, f"{text} != {name}")
                else:
                    yield _instead(source, node, f"{text} == {name}")


TRANSFORMS: Final = (
    Transform("comparison of types", "E721", "fuzz", _type, stubborn=True),
    Transform("comparison with True or False", "E712", "local", _with_bool),
    Transform("comparison with None", "E711", "local", _with_none),
    Transform("not ... in", "E713", "local", _not_in),
    Transform("not ... is", "E714", "local", _not_is, held_out=True),
)
