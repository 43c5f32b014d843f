"""Further inputs for a task that came with a few examples: deterministic, of the types shown, at the edges of the source."""

import inspect
import itertools
import random
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from code_review_env.tasks.atoms import WORD
from code_review_env.tasks.chance import chance
from code_review_env.tasks.hints import hint
from code_review_env.tasks.mining import Constants, mine
from code_review_env.tasks.mutate import Mutator
from code_review_env.tasks.paths import arguments, leaves, replaced, with_arguments
from code_review_env.tasks.shape import Shape, fits, shape
from code_review_env.tasks.signature import default_of, definition, parse, places, signature
from code_review_env.tasks.task import Case

MAX_INPUTS: Final = 300
LONGEST_CALL: Final = 4_000
"""Characters of a generated call, unless an example is longer."""

_NUMBER: Final = re.compile(r"-?[0-9]+")

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
    rng = chance(f"{entry}\0{source}")
    maker = _Maker(mine(parse(source)), signature(node), tuple(examples), rng)
    streams = [(name, maker.varied(name)) for name in maker.changeable]
    streams += [(BOUNDARY, maker.boundary())] if streams else []
    streams += [(MIXED, maker.mixed()), streams[-1]] if len(maker.changeable) > 1 else []
    drafts = itertools.islice(_in_turn(streams), count * _TRIES)
    return tuple(itertools.islice(_distinct(drafts, maker, entry), count))


def _in_turn(streams: Sequence[tuple[str, Iterator[Case]]]) -> Iterator[Input]:
    """One case of each stream, then the next of each; a stream that stands twice has two turns."""
    waiting = deque(streams)
    while waiting:
        name, stream = waiting.popleft()
        case = next(stream, None)
        if case is not None:
            waiting.append((name, stream))
            yield Input(case, name)


def _distinct(drafts: Iterable[Input], maker: "_Maker", entry: str) -> Iterator[Input]:
    calls = {case.call(entry) for case in maker.examples}
    longest = max(LONGEST_CALL, *(len(call) for call in calls))
    for draft in drafts:
        call = draft.case.call(entry)
        if call not in calls and len(call) <= longest and maker.fits(draft.case):
            calls.add(call)
            yield draft


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
            name: shape([*values, *default_of(parameters[name])], hint(parameters[name].annotation), self.constants.keys)
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
        """An example with a mined constant in one place: what is compared first, then all others, then once more elsewhere."""
        known = self.constants
        later = []
        for constants in (known.compared, (*known.ints, *known.floats, *known.texts)):
            made = [(key, case) for constant in constants for key, case in self._with(constant)]
            self.rng.shuffle(made)
            first = dict(reversed(made))
            later += [case for key, case in made if first[key] is not case]
            yield from first.values()
        yield from later

    def _with(self, constant: object) -> Iterator[tuple[tuple[object, ...], Case]]:
        """The examples with a constant in each place; the key says which constant and which argument."""
        for case in self.examples:
            whole = arguments(case)
            for path, leaf in leaves(whole):
                for kind, new in enumerate(_with_constant(leaf, constant)):
                    yield (type(constant), constant, kind > 0, *path[:2]), with_arguments(case, replaced(whole, path, new))

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


def _with_constant(leaf: object, constant: object) -> list[object]:
    """The constant itself where it has the type of the leaf; a text also with it for one of its words or numbers."""
    found = [constant] if type(constant) is type(leaf) else []
    if not isinstance(leaf, str):
        return found
    pattern = _NUMBER if type(constant) is int else WORD if isinstance(constant, str) and WORD.fullmatch(constant) else None
    runs = pattern.finditer(leaf) if pattern else ()
    return found + [leaf[: run.start()] + str(constant) + leaf[run.end() :] for run in runs if run[0] != leaf]
