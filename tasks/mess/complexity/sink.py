"""Where a value goes that is computed in statements of its own: back to the caller, into a variable, nowhere."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from code_review_env.tasks.mess.complexity.places import Place
from code_review_env.tasks.mess.complexity.text import Lines, in_front, replaced
from code_review_env.tasks.mess.complexity.words import fresh
from code_review_env.tasks.mess.edit import Change
from code_review_env.tasks.mess.source import Source


@dataclass(frozen=True, slots=True)
class Sink:
    """What takes a value.

    Attributes:
        name: of the variable, "" for the caller.
    """

    name: str = ""

    @property
    def returns(self) -> bool:
        """A value ends the function."""
        return not self.name

    def put(self, text: str) -> str:
        """The statement that hands a value over."""
        return f"{self.name} = {text}" if self.name else f"return {text}"


Build = Callable[[Sink], Lines]
"""Statements that hand over a value on every path."""


def computed(source: Source, rng: random.Random, place: Place, words: tuple[str, ...], build: Build) -> Change:
    """The expression of a place computed by the statements that `build` gives.

    Its value is named by one of `words`, by the first if possible, unless the statement names it itself.

    Raises:
        Unfit: no name is left, or `build` cannot.
    """
    if place.whole:
        return replaced(source, place.at, build(_own(place)))
    name = fresh(source, rng, words[1:], words[0])
    return in_front(source, place.at, build(Sink(name)), place.node, name)


def variable(source: Source, rng: random.Random, place: Place, words: tuple[str, ...], build: Build) -> Change:
    """As `computed`, for statements that need a variable: `return NODE` becomes `name = ...` and `return name`."""
    if place.whole and not _own(place).returns:
        return replaced(source, place.at, build(_own(place)))
    name = fresh(source, rng, words[1:], words[0])
    return in_front(source, place.at, build(Sink(name)), place.node, name)


def _own(place: Place) -> Sink:
    """Of a whole statement."""
    target = getattr(place.at, "targets", [None])[0]
    return Sink(getattr(target, "id", ""))


def fork(rng: random.Random, sink: Sink, test: str, yes: str, no: str) -> Lines:
    """One value or the other."""
    if sink.returns and rng.random() < 1 / 2:
        return [f"if {test}:", f"    {sink.put(yes)}", sink.put(no)]
    return [f"if {test}:", f"    {sink.put(yes)}", "else:", f"    {sink.put(no)}"]


def ladder(rng: random.Random, sink: Sink, rungs: list[tuple[str, str]], last: str) -> Lines:
    """A value for the first test that holds; `last` is the statement behind `else`."""
    flat = sink.returns and rng.random() < 1 / 2
    lines = []
    for at, (test, value) in enumerate(rungs):
        lines += [f"{'elif' if at and not flat else 'if'} {test}:", f"    {sink.put(value)}"]
    return [*lines, last] if flat else [*lines, "else:", f"    {last}"]
