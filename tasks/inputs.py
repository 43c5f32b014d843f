"""Further inputs for a task that came with a few examples: deterministic, of the types shown, at the edges of the source."""

import ast
import hashlib
import inspect
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from code_review_env.tasks.evaluate import NotEvaluable, evaluate
from code_review_env.tasks.hints import hint
from code_review_env.tasks.mining import Constants, mine
from code_review_env.tasks.mutate import Mutator
from code_review_env.tasks.paths import arguments, leaves, replaced, with_arguments
from code_review_env.tasks.shape import Shape, fits, shape
from code_review_env.tasks.signature import definition, parse, places, signature
from code_review_env.tasks.task import Case

MAX_INPUTS: Final = 300
LONGEST_CALL: Final = 4_000
"""Characters of a generated call, unless an example is longer."""

BOUNDARY: Final = "boundary"
"""Origin of an input that has a mined constant in one place."""

MIXED: Final = "mixed"
"""Origin of an input that has several arguments changed."""

_TRIES: Final = 25
"""Attempts for each input wanted; a parameter with few possible values gives up after them."""


@dataclass(frozen=True, slots=True)
class Input:
    """A generated call and why it was made: `BOUNDARY`, `MIXED`, or the name of the one parameter that varies."""

    case: Case
    origin: str


def generate(source: str, entry: str, examples: Sequence[Case], *, count: int) -> tuple[Case, ...]:
    """At most `count` further calls, all different and different from the examples.

    Args:
        source: the messy source, parsed and never run.
        entry: a top-level function of it.
        examples: calls that fit its signature; at least one.
        count: how many calls are wanted, at most `MAX_INPUTS`; fewer come back when the types allow no more.
    """
    return tuple(one.case for one in inputs(source, entry, examples, count=count))


def inputs(source: str, entry: str, examples: Sequence[Case], *, count: int) -> tuple[Input, ...]:
    """As `generate`, with the origin of each call; the origins take turns, so any beginning is a fair sample.

    Raises:
        ValueError: `source` has no such function, there is no example, or `count` is out of range.
    """
    node = definition(parse(source), entry)
    if node is None or not examples or not 0 <= count <= MAX_INPUTS:
        message = f"{entry!r} must be in the source, with an example, and count must be 0 to {MAX_INPUTS}"
        raise ValueError(message)
    rng = random.Random(hashlib.sha256(f"{entry}\0{source}".encode()).digest())  # noqa: S311  reproducible, not secret
    maker = _Maker(mine(parse(source)), signature(node), tuple(examples), rng)
    streams = {name: maker.varied(name) for name in maker.changeable}
    if streams:
        streams |= {BOUNDARY: maker.boundary()}
    if len(maker.changeable) > 1:
        streams |= {MIXED: maker.mixed()}
    return tuple(_distinct(streams, maker, entry, count=count))


def _distinct(streams: Mapping[str, Iterator[Case]], maker: "_Maker", entry: str, *, count: int) -> Iterator[Input]:
    calls = {case.call(entry) for case in maker.examples}
    longest = max(LONGEST_CALL, *(len(call) for call in calls))
    open_streams = dict(streams)
    for _ in range(count * _TRIES):
        if not open_streams or not count:
            return
        name = next(iter(open_streams))
        stream = open_streams.pop(name)
        case = next(stream, None)
        if case is None:
            continue
        open_streams[name] = stream
        call = case.call(entry)
        if call not in calls and len(call) <= longest and maker.fits(case):
            calls.add(call)
            count -= 1
            yield Input(case, name)


@dataclass(frozen=True)
class _Maker:
    constants: Constants
    signature: inspect.Signature
    examples: tuple[Case, ...]
    rng: random.Random

    @cached_property
    def shapes(self) -> Mapping[str, Shape]:
        """Parameter name -> what the examples, its annotation and its default show."""
        shown: dict[str, list[object]] = {name: [] for name in self.signature.parameters}
        for case in self.examples:
            by_position, by_name = places(self.signature, case)
            for name, value in zip(by_position + by_name, (*case.args, *case.kwargs.values()), strict=True):
                shown[name].append(value)
        parameters = self.signature.parameters
        return {
            name: shape([*values, *_default(parameters[name])], hint(parameters[name].annotation), self.constants.keys)
            for name, values in shown.items()
        }

    @cached_property
    def changeable(self) -> tuple[str, ...]:
        """Parameters of which something is known, in order."""
        return tuple(name for name, known in self.shapes.items() if known)

    def fits(self, case: Case) -> bool:
        """Whether every argument stays within what is shown for its parameter."""
        by_position, by_name = places(self.signature, case)
        pairs = zip(by_position + by_name, (*case.args, *case.kwargs.values()), strict=True)
        return all(fits(value, self.shapes[name], self.constants.optional) for name, value in pairs)

    def varied(self, name: str) -> Iterator[Case]:
        """An example with one argument changed, without end."""
        while True:
            yield self._changed(self.rng.choice(self.examples), name)

    def mixed(self) -> Iterator[Case]:
        """An example with several arguments changed, without end."""
        while True:
            case = self.rng.choice(self.examples)
            for name in self.rng.sample(self.changeable, self.rng.randint(2, len(self.changeable))):
                case = self._changed(case, name)
            yield case

    def boundary(self) -> Iterator[Case]:
        """An example with a mined constant in the place of a value of its type: every combination once, shuffled."""
        pools: dict[type, tuple[object, ...]] = {
            int: self.constants.ints,
            float: self.constants.floats,
            str: self.constants.texts,
        }
        found = [
            (case, path, constant)
            for case in self.examples
            for path, leaf in leaves(arguments(case))
            for constant in pools.get(type(leaf), ())
        ]
        self.rng.shuffle(found)
        for case, path, constant in found:
            yield with_arguments(case, replaced(arguments(case), path, constant))

    def _changed(self, case: Case, name: str) -> Case:
        by_position, by_name = places(self.signature, case)
        at = [index for index, place in enumerate(by_position) if place == name]
        named = [key for key, place in zip(case.kwargs, by_name, strict=True) if place == name]
        if not at and not named:
            return self._added(case, name)
        args, kwargs = list(case.args), dict(case.kwargs)
        if at:
            index = self.rng.choice(at)
            args[index] = self._mutator.vary(args[index], self.shapes[name])
        else:
            key = self.rng.choice(named)
            kwargs[key] = self._mutator.vary(kwargs[key], self.shapes[name])
        return replace(case, args=tuple(args), kwargs=kwargs)

    def _added(self, case: Case, name: str) -> Case:
        """An optional parameter that the example leaves out, given by name."""
        parameter = self.signature.parameters[name]
        if parameter.kind not in {parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY}:
            return case
        return replace(case, kwargs={**case.kwargs, name: self._mutator.draw(self.shapes[name])})

    @property
    def _mutator(self) -> Mutator:
        return Mutator(self.rng, self.constants)


def _default(parameter: inspect.Parameter) -> list[object]:
    """The value of a default that is a literal: leaving the argument out shows that value."""
    if not isinstance(parameter.default, ast.expr):
        return []
    try:
        return [evaluate(ast.unparse(parameter.default))]
    except NotEvaluable:
        return []
