"""Wrong versions of a right program: one small change each, as a careless rewrite would make it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from code_review_env.tasks.mess.edit import Edit, rewritten
from code_review_env.tasks.mess.source import Source

_COMPARISONS: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
_OPERATORS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.Div: "*",
    ast.FloorDiv: "/",
    ast.Mod: "//",
    ast.Pow: "*",
    ast.BitOr: "&",
    ast.BitAnd: "|",
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A whole source that differs from the right one in one place.

    Attributes:
        line: 1-based, in the right source.
        what: the change, e.g. `>= -> >`.
        source: the wrong source.
    """

    line: int
    what: str
    source: str


def mutants(text: str) -> tuple[Mutant, ...]:
    """Every mutant of a source, in the order of the tree; docstrings, annotations and decorators stay as they are."""
    source = Source(text)
    found: dict[str, Mutant] = {}
    for node in _live(source.tree):
        for edit in _edits(source, node):
            mutated = rewritten(text, [edit])
            if mutated != text and _parses(mutated):
                what = f"{text[edit.start : edit.end]} -> {edit.text}"
                found.setdefault(mutated, Mutant(text.count("\n", 0, edit.start) + 1, " ".join(what.split())[:100], mutated))
    return tuple(found.values())


def _live(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that decide what the program does."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "ctx"}:
            continue
        children = value if isinstance(value, list) else [value]
        for index, child in enumerate(children):
            docstring = name == "body" and index == 0 and isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if isinstance(child, ast.AST) and not docstring:
                yield from _live(child)


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def _edits(source: Source, node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.Compare():
            yield from _comparison(source, node)
        case ast.BinOp() | ast.BoolOp() | ast.UnaryOp():
            yield from _operation(source, node)
        case ast.Constant():
            yield from (Edit(source.start(node), source.end(node), text) for text in _constants(node.value))
        case ast.stmt():
            yield from _statement(source, node)


def _between(source: Source, left: ast.expr, right: ast.expr, sign: str) -> Edit:
    """The operator between two operands, brackets of the operands kept."""
    gap = source.text[source.end(left) : source.start(right)]
    closing = gap[: len(gap) - len(gap.lstrip(") \n"))]
    opening = gap[len(gap.rstrip("( \n")) :]
    return Edit(source.end(left), source.start(right), f"{closing} {sign} {opening}")


def _comparison(source: Source, node: ast.Compare) -> Iterator[Edit]:
    operands = [node.left, *node.comparators]
    for at, operator in enumerate(node.ops):
        yield _between(source, operands[at], operands[at + 1], _COMPARISONS[type(operator)])


def _operation(source: Source, node: ast.BinOp | ast.BoolOp | ast.UnaryOp) -> Iterator[Edit]:
    match node:
        case ast.BinOp(op=operator) if type(operator) in _OPERATORS:
            yield _between(source, node.left, node.right, _OPERATORS[type(operator)])
        case ast.BoolOp(values=values):
            sign = "or" if isinstance(node.op, ast.And) else "and"
            yield from (_between(source, one, two, sign) for one, two in pairwise(values))
        case ast.UnaryOp(op=ast.Not()):
            yield Edit(source.start(node), source.end(node), f"({source.of(node.operand)})")


def _constants(value: object) -> list[str]:
    match value:
        case bool():
            return [repr(not value)]
        case int() | float():
            return [repr(value + 1), f"({value - 1!r})" if value < 1 else repr(value - 1)]
        case str():
            return [repr(value + "_"), "''"] if value else ["'_'"]
        case bytes():
            return [repr(value + b"_")]
    return []


def _statement(source: Source, node: ast.stmt) -> Iterator[Edit]:
    whole = source.start(node), source.end(node)
    match node:
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield Edit(*whole, "return None")
        case ast.If(test=test) | ast.While(test=test):
            yield from (Edit(source.start(test), source.end(test), text) for text in _conditions(source, node, test))
        case ast.Break():
            yield Edit(*whole, "continue")
        case ast.Continue():
            yield Edit(*whole, "break")
        case ast.Expr() | ast.Raise() | ast.AugAssign():
            yield Edit(*whole, "pass")


def _conditions(source: Source, node: ast.If | ast.While, test: ast.expr) -> list[str]:
    if isinstance(node, ast.While):
        return ["False"]
    return ["True", "False", f"not ({source.of(test)})"]
