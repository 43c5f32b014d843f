"""Tables written out: a lookup becomes a ladder, a loop over rows becomes a row of statements."""

import ast
import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from code_review_env.tasks.mess.complexity import removal
from code_review_env.tasks.mess.complexity.places import Place, blocks, functions, places, shuffled, simple, used
from code_review_env.tasks.mess.complexity.sink import Sink, computed, ladder
from code_review_env.tasks.mess.complexity.text import Lines, Unfit, expression, inner, replaced, statements
from code_review_env.tasks.mess.complexity.words import KEYS, VALUES, fresh, of_table
from code_review_env.tasks.mess.edit import Change, Transform
from code_review_env.tasks.mess.source import Source, walk

MOST_ROWS: Final = 12
_LONGEST_BODY: Final = 5


def constant(node: ast.expr | None) -> bool:
    """A value that nobody can change."""
    match node:
        case ast.Constant() | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            return True
        case ast.Tuple(elts=items):
            return all(map(constant, items))
    return False


@lru_cache(maxsize=4)
def tables(source: Source) -> Mapping[str, ast.Assign]:
    """Names that the module binds once, to a display."""
    found = {}
    for node in source.tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict() | ast.Tuple() | ast.List() | ast.Set()):
                found[name] = node
    stores = [one.id for one in source.all(ast.Name) if not isinstance(one.ctx, ast.Load)]
    return {name: node for name, node in found.items() if stores.count(name) == 1}


def _lookups(source: Source, rng: random.Random) -> Iterator[Change]:
    known = tables(source)
    for place in places(source, rng, ast.Call, ast.Subscript):
        try:
            name, key, default = _lookup(place.node)
            table = known[name]
            change = _laddered(source, rng, place, (_rows(table), key, default))
        except (Unfit, KeyError):
            continue
        yield (*change, *removal.unused(source, table, place.at))


def _lookup(node: ast.expr) -> tuple[str, ast.expr, ast.expr | None]:
    """Table, key, and default (None where a missing key is an error)."""
    match node:
        case ast.Subscript(value=ast.Name(id=name), slice=key, ctx=ast.Load()):
            return name, key, None
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get"), args=[key], keywords=[]):
            return name, key, ast.Constant(None)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get"), args=[key, default], keywords=[]):
            return name, key, default
    raise Unfit


def _rows(table: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    if not isinstance(table.value, ast.Dict) or not 1 < len(table.value.keys) <= MOST_ROWS:
        raise Unfit
    rows = [(key, value) for key, value in zip(table.value.keys, table.value.values, strict=True) if key is not None]
    odd = any(isinstance(key, ast.Constant) and (key.value is None or isinstance(key.value, bool)) for key, _ in rows)
    if odd or not all(constant(key) and (constant(value) or isinstance(value, ast.Name)) for key, value in rows):
        raise Unfit
    return rows


Lookup = tuple[list[tuple[ast.expr, ast.expr]], ast.expr, ast.expr | None]


def _laddered(source: Source, rng: random.Random, place: Place, lookup: Lookup) -> Change:
    rows, key, default = lookup
    if default is not None and not (constant(default) or isinstance(default, ast.Name)):
        raise Unfit
    head, parts = _key(source, rng, key)
    rungs = [(equal(source, parts, one), expression(source, value)) for one, value in rows]

    def build(sink: Sink) -> Lines:
        text = "None" if getattr(default, "lineno", 0) == 0 else expression(source, default) if default else ""
        last = sink.put(text) if default is not None else f"raise KeyError({', '.join(parts)})"
        return [*head, *ladder(rng, sink, rungs, last)]

    return computed(source, rng, place, (of_table(_lookup(place.node)[0]), *VALUES), build)


def _key(source: Source, rng: random.Random, key: ast.expr) -> tuple[Lines, list[str]]:
    """Statements that bind a long key, and its parts."""
    if isinstance(key, ast.Tuple) and all(map(simple, key.elts)):
        return [], [expression(source, one) for one in key.elts]
    if simple(key) and not isinstance(key, ast.Constant):
        return [], [expression(source, key)]
    name = fresh(source, rng, KEYS)
    return [f"{name} = {expression(source, key)}"], [name]


def equal(source: Source, parts: Sequence[str], value: ast.expr) -> str:
    """A comparison with a constant, of a tuple part by part."""
    match value:
        case ast.Tuple(elts=items) if len(parts) > 1:
            if len(items) != len(parts):
                raise Unfit
            return " and ".join(f"{part} == {expression(source, one)}" for part, one in zip(parts, items, strict=True))
    if len(parts) > 1:
        raise Unfit
    return f"{parts[0]} == {expression(source, value)}"


def _unrolled(source: Source, rng: random.Random) -> Iterator[Change]:
    known = tables(source)
    sites = [
        (function, (function, node))
        for function in functions(source)
        for block in blocks(function)
        for node in block
        if isinstance(node, ast.For)
    ]
    for function, node in shuffled(source, rng, sites):
        try:
            rows, table = _iterated(node.iter, known)
            names = [_names(source, node.target, row) for row in rows]
            _check(function, node)
            change = replaced(source, node, _copies(source, rng, node, names))
        except Unfit:
            continue
        yield (*change, *(removal.unused(source, table, node) if table else ()))


def _iterated(node: ast.expr, known: Mapping[str, ast.Assign]) -> tuple[Sequence[ast.expr], ast.Assign | None]:
    """The rows that a loop goes over, and the table that holds them."""
    match node:
        case ast.Tuple(elts=rows) | ast.List(elts=rows):
            return rows, None
        case ast.Name(id=name) if name in known and isinstance(known[name].value, ast.Tuple | ast.List):
            return getattr(known[name].value, "elts", []), known[name]
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="items"), args=[]) if name in known:
            value = known[name].value
            if isinstance(value, ast.Dict) and None not in value.keys:
                pairs = zip(value.keys, value.values, strict=True)
                return [ast.Tuple(elts=[key, one]) for key, one in pairs if key is not None], known[name]
    raise Unfit


def _names(source: Source, target: ast.expr, row: ast.expr) -> dict[str, str]:
    match target, row:
        case ast.Name(id=name), _ if constant(row):
            return {name: expression(source, row)}
        case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
            found: dict[str, str] = {}
            for one, value in zip(targets, values, strict=True):
                if not isinstance(one, ast.Name) or not (constant(value) or isinstance(value, ast.Name)):
                    raise Unfit
                found[one.id] = expression(source, value)
            return found
    raise Unfit


def _check(function: ast.FunctionDef, node: ast.For) -> None:
    """The variables of the loop mean nothing outside, and nothing binds them again."""
    names = used(node.target)
    everywhere = [one for one in walk(function) if isinstance(one, ast.Name) and one.id in names]
    inside = [one for part in node.body for one in walk(part) if isinstance(one, ast.Name) and one.id in names]
    stored = any(not isinstance(one.ctx, ast.Load) for one in inside)
    long = (node.end_lineno or 0) - node.lineno > _LONGEST_BODY
    if stored or long or len(everywhere) != len(inside) + len(names):
        raise Unfit


def _copies(source: Source, rng: random.Random, node: ast.For, rows: Sequence[Mapping[str, str]]) -> Lines:
    """The body once for each row; a loop that stops at the first hit becomes a ladder."""
    if not 1 < len(rows) <= MOST_ROWS:
        raise Unfit
    jumps = [one for one in walk(node) if isinstance(one, ast.Break | ast.Continue)]
    match node.body:
        case [ast.If(orelse=[], body=[*first, last])] if isinstance(last, ast.Break) and first and len(jumps) == 1:
            return _chain(source, node, first, rows)
        case [ast.If(orelse=[], body=[*first, ast.Return() | ast.Raise() as last])] if not jumps and rng.random() < 1 / 2:
            return _chain(source, node, [*first, last], rows)
    if jumps:
        raise Unfit
    return [line for names in rows for line in statements(source, node.body, names)] + statements(source, node.orelse)


def _chain(source: Source, node: ast.For, body: Sequence[ast.stmt], rows: Sequence[Mapping[str, str]]) -> Lines:
    test = getattr(node.body[0], "test", None)
    lines: Lines = []
    for at, names in enumerate(rows):
        lines += [f"{'elif' if at else 'if'} {expression(source, test, names)}:" if test else ""]
        lines += inner(statements(source, body, names))
    return [*lines, "else:", *inner(statements(source, node.orelse))] if node.orelse else lines


TRANSFORMS: Final = (
    Transform("lookup as a ladder", "C901", "local", _lookups),
    Transform("table loop written out", "C901", "local", _unrolled),
)
