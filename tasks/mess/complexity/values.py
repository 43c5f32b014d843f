"""Expressions that choose between values, written as `if` statements."""

import ast
import random
from collections.abc import Callable, Iterator
from typing import Final

from code_review_env.tasks.mess.complexity.conditions import is_truth, links, negated, operands
from code_review_env.tasks.mess.complexity.places import Place, places, quiet, simple
from code_review_env.tasks.mess.complexity.sink import Sink, computed, fork, variable
from code_review_env.tasks.mess.complexity.tables import MOST_ROWS, constant, equal, tables
from code_review_env.tasks.mess.complexity.text import Lines, Unfit, expression, inner
from code_review_env.tasks.mess.complexity.words import FLAGS, VALUES
from code_review_env.tasks.mess.edit import Change, Transform
from code_review_env.tasks.mess.source import Source

_Offer = Callable[[Source, random.Random, Place], Change]


def _each(offer: _Offer, *kinds: type[ast.expr]) -> Callable[[Source, random.Random], Iterator[Change]]:
    def changes(source: Source, rng: random.Random) -> Iterator[Change]:
        for place in places(source, rng, *kinds):
            try:
                yield offer(source, rng, place)
            except Unfit:
                continue

    return changes


def _ternary(source: Source, rng: random.Random, place: Place) -> Change:
    node = place.node
    if not isinstance(node, ast.IfExp):
        raise Unfit
    test, yes, no = (expression(source, one) for one in (node.test, node.body, node.orelse))
    return computed(source, rng, place, VALUES, lambda sink: fork(rng, sink, test, yes, no))


def _is_test(place: Place) -> bool:
    return isinstance(place.at, ast.If) and place.at.test is place.node


def _fallback(source: Source, rng: random.Random, place: Place) -> Change:
    """`a or b` as a value: `value = a`, then `if not value: value = b`."""
    node = place.node
    if not isinstance(node, ast.BoolOp) or _is_test(place) or all(map(is_truth, node.values)):
        raise Unfit
    first, *rest = operands(source, node)
    sign = "" if isinstance(node.op, ast.And) else "not "

    def build(sink: Sink) -> Lines:
        lines = [sink.put(first)]
        for text in rest:
            lines += [f"if {sign}{sink.name}:", *inner([sink.put(text)])]
        return lines

    return variable(source, rng, place, VALUES, build)


def _truth(source: Source, rng: random.Random, place: Place) -> Change:
    """A condition as a value: `return True` and `return False`, one operand at a time."""
    node = place.node
    if (
        _is_test(place)
        or not is_truth(node)
        or isinstance(node, ast.Constant)
        or not isinstance(place.at, ast.Return | ast.Assign)
    ):
        raise Unfit
    if place.at.value is not node or (isinstance(node, ast.Compare) and len(node.ops) > 1):
        raise Unfit
    return computed(source, rng, place, FLAGS, lambda sink: _decided(source, rng, node, sink))


def _decided(source: Source, rng: random.Random, node: ast.expr, sink: Sink) -> Lines:
    if not isinstance(node, ast.BoolOp):
        return fork(rng, sink, expression(source, node), "True", "False")
    both = isinstance(node.op, ast.And)
    if sink.returns:
        tests = [negated(source, one) if both else expression(source, one) for one in node.values]
        lines = [line for test in tests for line in (f"if {test}:", f"    {sink.put(str(not both))}")]
        return [*lines, sink.put(str(both))]
    if both:
        lines = [sink.put("True")]
        for test in reversed(operands(source, node)):
            lines = [f"if {test}:", *inner(lines)]
        return [sink.put("False"), *lines]
    lines = []
    for at, test in enumerate(operands(source, node)):
        lines += [f"{'elif' if at else 'if'} {test}:", f"    {sink.put('True')}"]
    return [*lines, "else:", f"    {sink.put('False')}"]


def _chained(source: Source, rng: random.Random, place: Place) -> Change:
    """`a < b < c`, where b costs nothing to read twice."""
    node = place.node
    if not isinstance(node, ast.Compare) or len(node.ops) < 2 or not all(map(simple, node.comparators[:-1])):  # noqa: PLR2004 - a chain
        raise Unfit
    tests = links(source, node)
    if not tests or not quiet(node):
        raise Unfit

    def build(sink: Sink) -> Lines:
        lines = [sink.put("True")]
        for test in reversed(tests):
            lines = [f"if {test}:", *inner(lines)]
        return [*lines, sink.put("False")] if sink.returns else [sink.put("False"), *lines]

    return computed(source, rng, place, FLAGS, build)


def _extreme(source: Source, rng: random.Random, place: Place) -> Change:
    """`min(a, b)`: the first one, unless the second is smaller."""
    match place.node:
        case ast.Call(func=ast.Name(id="min" | "max" as name), args=[first, second], keywords=[]) if simple(second):
            text, other, sign = expression(source, first), expression(source, second), {"min": ">", "max": "<"}[name]
        case ast.Call(func=ast.Name(id="min" | "max" as name), args=[first, second], keywords=[]) if constant(first):
            text, other, sign = expression(source, second), expression(source, first), {"min": ">=", "max": "<="}[name]
        case ast.Call(func=ast.Name(id="abs"), args=[only], keywords=[]):
            text = expression(source, only)
            return variable(
                source,
                rng,
                place,
                VALUES,
                lambda sink: [sink.put(text), f"if {sink.name} < 0:", f"    {sink.put(f'-{sink.name}')}"],
            )
        case _:
            raise Unfit
    return variable(
        source, rng, place, VALUES, lambda sink: [sink.put(text), f"if {sink.name} {sign} {other}:", f"    {sink.put(other)}"]
    )


def _member(source: Source, rng: random.Random, place: Place) -> Change:
    """`x in ("a", "b")` as a ladder of `==`."""
    match place.node:
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as operator], comparators=[right]) if _parts(left):
            items = _items(source, right)
        case _:
            raise Unfit
    hit, miss = ("True", "False") if isinstance(operator, ast.In) else ("False", "True")
    parts = [expression(source, one) for one in _parts(left)]

    def build(sink: Sink) -> Lines:
        lines = [] if sink.returns else [sink.put(miss)]
        for at, item in enumerate(items):
            word = "elif" if at and not sink.returns else "if"
            lines += [f"{word} {equal(source, parts, item)}:", f"    {sink.put(hit)}"]
        return [*lines, sink.put(miss)] if sink.returns else lines

    return computed(source, rng, place, FLAGS, build)


def _parts(node: ast.expr) -> list[ast.expr]:
    """What is looked for: one thing, or the things of a tuple; nothing if it is long."""
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return parts if all(map(simple, parts)) else []


def _items(source: Source, node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.Name):
        known = tables(source)
        if node.id not in known:
            raise Unfit
        node = known[node.id].value
    items = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
    if not 1 < len(items) <= MOST_ROWS or not all(map(constant, items)):
        raise Unfit
    return [item for item in items if item is not None and not (isinstance(item, ast.Constant) and item.value is None)]


def _mapped(source: Source, rng: random.Random, place: Place) -> Change:
    """`d.get(key, 0)` of a mapping that is no table."""
    match place.node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get"), args=[key, *rest], keywords=[]):
            if name in tables(source) or not (simple(key) or constant(key)) or not all(map(simple, rest)):
                raise Unfit
        case _:
            raise Unfit
    text = expression(source, key)
    default = expression(source, rest[0]) if rest else "None"
    words = (key.value, *VALUES) if isinstance(key, ast.Constant) and str(key.value).isidentifier() else VALUES
    return computed(
        source,
        rng,
        place,
        tuple(map(str, words)),
        lambda sink: fork(rng, sink, f"{text} in {name}", f"{name}[{text}]", default),
    )


TRANSFORMS: Final = (
    Transform("smaller or larger of two", "C901", "local", _each(_extreme, ast.Call), held_out=True),
    Transform("chained comparison as nested ifs", "C901", "local", _each(_chained, ast.Compare), held_out=True),
    Transform("ternary as if", "C901", "local", _each(_ternary, ast.IfExp)),
    Transform("fallback as if", "C901", "local", _each(_fallback, ast.BoolOp)),
    Transform("condition as a value", "C901", "local", _each(_truth, ast.BoolOp, ast.Compare, ast.UnaryOp)),
    Transform("membership as a ladder", "C901", "local", _each(_member, ast.Compare)),
    Transform("mapping asked first", "C901", "local", _each(_mapped, ast.Call)),
)
