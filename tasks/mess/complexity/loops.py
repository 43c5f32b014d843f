"""Comprehensions and the functions that consume them, written as loops."""

import ast
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from code_review_env.tasks.mess.complexity.conditions import negated
from code_review_env.tasks.mess.complexity.places import Place, places, quiet, simple, used
from code_review_env.tasks.mess.complexity.sink import Sink, computed, variable
from code_review_env.tasks.mess.complexity.text import Lines, Names, Unfit, expression, inner
from code_review_env.tasks.mess.complexity.words import FOUND, KEPT, SUMS, VALUES, beside
from code_review_env.tasks.mess.edit import Change, Transform
from code_review_env.tasks.mess.source import Source, walk

_CONSUMERS: Final = frozenset({"sorted", "tuple", "list", "set", "frozenset", "min", "max", "join", "dict"})
"""They read all of a generator before they do anything else, so it may as well be a list."""


@dataclass(frozen=True, slots=True)
class _Loop:
    """A comprehension as a loop.

    Attributes:
        source: where it stands.
        parts: its `for` clauses.
        names: variables that mean something else in the function, renamed.
    """

    source: Source
    parts: Sequence[ast.comprehension]
    names: Names

    def around(self, lines: Lines) -> Lines:
        """The loop with these statements inside."""
        for part in reversed(self.parts):
            for test in reversed(part.ifs):
                lines = [f"if {self.text(test)}:", *inner(lines)]
            target = self.text(part.target).removeprefix("(").removesuffix(")")
            lines = [f"for {target} in {self.text(part.iter)}:", *inner(lines)]
        return lines

    def text(self, node: ast.expr) -> str:
        """An expression of the comprehension."""
        return expression(self.source, node, self.names)


def _loop(source: Source, rng: random.Random, place: Place, node: ast.expr) -> _Loop:
    parts: Sequence[ast.comprehension] = getattr(node, "generators", ())
    if any(isinstance(one, ast.Lambda | ast.Await) for one in walk(node)) or any(part.is_async for part in parts):
        raise Unfit
    own = frozenset().union(*(used(part.target) for part in parts))
    clash = own & (_outside(place.function) | {one.arg for one in place.function.args.args})
    if own & used(parts[0].iter):
        raise Unfit
    return _Loop(source, parts, {name: beside(source, rng, name) for name in sorted(clash)})


def _outside(node: ast.AST, hidden: frozenset[str] = frozenset()) -> set[str]:
    """Names that mean a variable of the function, not one of a comprehension."""
    if isinstance(node, ast.Name):
        return {node.id} - hidden
    hidden |= frozenset().union(*(used(part.target) for part in getattr(node, "generators", ())))
    return set().union(*(_outside(child, hidden) for child in ast.iter_child_nodes(node)))


_Offer = Callable[[Source, random.Random, Place], Change]


def _offers(source: Source, rng: random.Random, offer: _Offer, *kinds: type[ast.expr]) -> Iterator[Change]:
    for place in places(source, rng, *kinds):
        try:
            yield offer(source, rng, place)
        except Unfit:
            continue


def _collections(source: Source, rng: random.Random) -> Iterator[Change]:
    return _offers(source, rng, _collection, ast.ListComp, ast.SetComp, ast.DictComp)


def _collection(source: Source, rng: random.Random, place: Place) -> Change:
    loop = _loop(source, rng, place, place.node)

    def build(sink: Sink) -> Lines:
        match place.node:
            case ast.ListComp(elt=value):
                return [sink.put("[]"), *loop.around([f"{sink.name}.append({loop.text(value)})"])]
            case ast.SetComp(elt=value):
                return [sink.put("set()"), *loop.around([f"{sink.name}.add({loop.text(value)})"])]
            case ast.DictComp(key=key, value=value) if quiet(key) or quiet(value):
                return [sink.put("{}"), *loop.around([f"{sink.name}[{loop.text(key)}] = {loop.text(value)}"])]
        raise Unfit

    return variable(source, rng, place, KEPT, build)


def _generators(source: Source, rng: random.Random) -> Iterator[Change]:
    consumed = {
        call.args[0]
        for call in source.all(ast.Call)
        if call.args and getattr(call.func, "id", getattr(call.func, "attr", "")) in _CONSUMERS
    }

    def offer(source: Source, rng: random.Random, place: Place) -> Change:
        node = place.node
        if node not in consumed or not isinstance(node, ast.GeneratorExp):
            raise Unfit
        loop = _loop(source, rng, place, node)
        return variable(
            source,
            rng,
            place,
            KEPT,
            lambda sink: [sink.put("[]"), *loop.around([f"{sink.name}.append({loop.text(node.elt)})"])],
        )

    return _offers(source, rng, offer, ast.GeneratorExp)


def _sums(source: Source, rng: random.Random) -> Iterator[Change]:
    return _offers(source, rng, _sum, ast.Call)


def _sum(source: Source, rng: random.Random, place: Place) -> Change:
    match place.node:
        case ast.Call(func=ast.Name(id="sum"), args=[ast.GeneratorExp(elt=value) as node, *rest]) if all(map(simple, rest)):
            loop = _loop(source, rng, place, node)
            start = expression(source, rest[0]) if rest else "0"
            return variable(
                source,
                rng,
                place,
                SUMS,
                lambda sink: [sink.put(start), *loop.around([f"{sink.name} += {loop.text(value)}"])],
            )
    raise Unfit


def _searches(source: Source, rng: random.Random) -> Iterator[Change]:
    return _offers(source, rng, _search, ast.Call)


def _search(source: Source, rng: random.Random, place: Place) -> Change:
    match place.node:
        case ast.Call(func=ast.Name(id="any" | "all" as name), args=[ast.GeneratorExp(elt=value) as node], keywords=[]):
            loop = _loop(source, rng, place, node)
            test = loop.text(value) if name == "any" else negated(source, value, loop.names)
            hit, miss = ("True", "False") if name == "any" else ("False", "True")
            return computed(source, rng, place, FOUND, lambda sink: _hit(loop, sink, [f"if {test}:"], (hit, miss)))
        case ast.Call(func=ast.Name(id="next"), args=[ast.GeneratorExp(elt=value) as node, default]) if simple(default):
            loop = _loop(source, rng, place, node)
            values = (loop.text(value), expression(source, default))
            return computed(source, rng, place, VALUES, lambda sink: _hit(loop, sink, [], values))
    raise Unfit


def _hit(loop: _Loop, sink: Sink, test: Lines, values: tuple[str, str]) -> Lines:
    """A value for the first item that fits, and one for none."""
    hit, miss = values
    if sink.returns:
        step = [sink.put(hit)]
        return [*loop.around([*test, *inner(step)] if test else step), sink.put(miss)]
    if len(loop.parts) > 1:
        raise Unfit
    step = [sink.put(hit), "break"]
    return [sink.put(miss), *loop.around([*test, *inner(step)] if test else step)]


TRANSFORMS: Final = (
    Transform("any or all as a loop", "C901", "local", _searches),
    Transform("sum as a loop", "C901", "local", _sums),
    Transform("generator as a loop", "C901", "local", _generators),
    Transform("comprehension as a loop", "C901", "local", _collections),
)
