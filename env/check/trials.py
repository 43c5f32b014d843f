"""First calls of a function of which nothing is known but its source: arguments of many types, to see what it takes."""

import inspect
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from code_review_env.tasks.hints import hint
from code_review_env.tasks.mining import Constants, mine
from code_review_env.tasks.mutate import Mutator
from code_review_env.tasks.shape import Shape, fits, shape
from code_review_env.tasks.signature import default_of, definition, parse, signature
from code_review_env.tasks.task import Case

_LEFT_OUT: Final = 0.4
"""How often a parameter with a default is left to it."""

_KINDS: Final[Mapping[str, tuple[object, ...]]] = {
    "number": (0, 1, 2, 3, 5, 10, 27, -1),
    "text": ("", "a", "hello", "two words", "abc abc", "12", "(a)", "3 4 +"),
    "numbers": ([], [1], [3, 1, 2], [5, 5, 2, 8, 1], [-2, 4, 0]),
    "texts": ([], ["b", "a"], ["pear", "fig", "plum"], ["a", "a"]),
    "flag": (True, False),
    "decimal": (0.0, 0.5, 2.0, -1.5),
    "pairs": ([], [(1, 2)], [(3, 1), (1, 5), (2, 2)]),
    "table": ({}, {"a": 1}, {"b": 2, "a": 3, "c": 0}),
    "graph": ({}, {"a": ["b"], "b": []}, {"a": ["b", "c"], "b": ["c"], "c": []}),
    "rows": ([], [[1]], [[1, 2], [3, 4]], [[0, 1, 0], [1, 1, 0]]),
    "named rows": ([], [{"name": "a", "value": 1}], [{"name": "b", "value": 3}, {"name": "a", "value": 0}]),
    "edges": ({}, {("a", "b"): 1}, {("a", "b"): 3, ("b", "c"): 1, ("a", "c"): 9}),
    "nested": ([], [1, [2, [3]], 4], [[1], []]),
    "set": (set(), {1, 2}, {3, 5, 8}),
    "nothing": (None,),
}

_WORDS: Final = ("1", "2", "12", "a", "bb", "the", "longer")

_RANKS: Final = {kind: at for at, kind in enumerate(_KINDS)}


@dataclass(frozen=True, slots=True)
class Trial:
    """One call, and the kind of value that each parameter got; a parameter that was left out has none."""

    case: Case
    kinds: tuple[str, ...]

    @property
    def rank(self) -> int:
        """The lower, the plainer the types: a difference between numbers says more than one between nested lists."""
        return sum(_RANKS.get(kind, 0) for kind in self.kinds)


class Trials:
    """Calls of one function, more alike the more is known of what it takes."""

    def __init__(self, source: str, entry: str, rng: random.Random) -> None:
        """Read the signature.

        Raises:
            ValueError: the source has no such function.
        """
        tree = parse(source)
        node = definition(tree, entry)
        if node is None:
            message = f"there is no top-level function {entry!r}"
            raise ValueError(message)
        self._constants = mine(tree)
        self._signature = signature(node)
        self._rng = rng

    def any(self) -> Iterator[Trial]:
        """Calls with every kind of value in every place, without end."""
        while True:
            yield self._trial([self._rng.choice(tuple(shapes)) for shapes in self._shapes.values()])

    def like(self, kinds: Sequence[tuple[str, ...]]) -> Iterator[Trial]:
        """Calls with the kinds of calls that went well, without end."""
        while True:
            yield self._trial(list(self._rng.choice(kinds)))

    def _trial(self, kinds: list[str]) -> Trial:
        args: list[object] = []
        kwargs: dict[str, object] = {}
        tuned = self._rng.choice((_as_it_is, _as_it_is, self._from_few, self._from_constants))
        for parameter, kind in zip(self._parameters, kinds, strict=True):
            if parameter.default is not parameter.empty and self._rng.random() < _LEFT_OUT:
                continue
            value = _mapped(self._mutator.draw(self._shapes[parameter.name][kind]), tuned)
            if parameter.kind is parameter.KEYWORD_ONLY or len(args) < self._parameters.index(parameter):
                kwargs[parameter.name] = value
            else:
                args.append(value)
        return Trial(Case(tuple(args), kwargs), tuple(kinds))

    def _from_few(self, leaf: object) -> object:
        """Few different values, so that equal ones meet: the end of one edge is the start of another."""
        if type(leaf) is str:
            return self._rng.choice("abc")
        return self._rng.randint(0, 3) if type(leaf) is int else leaf

    def _from_constants(self, leaf: object) -> object:
        """Numbers and words made of the constants of the source."""
        if type(leaf) is int and self._constants.ints:
            return self._rng.choice(self._constants.ints) * self._rng.randint(1, 9)
        if type(leaf) is str:
            number = str(self._rng.randrange(10 ** self._rng.randint(1, 4)))
            words = self._rng.sample([*self._constants.texts, *_WORDS, number, number], 3)
            return " ".join(self._rng.choice(words) for _ in range(self._rng.randint(0, 5)))
        return leaf

    @cached_property
    def _parameters(self) -> list[inspect.Parameter]:
        variable = {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}
        return [one for one in self._signature.parameters.values() if one.kind not in variable]

    @cached_property
    def _shapes(self) -> Mapping[str, Mapping[str, Shape]]:
        return {one.name: _shapes_of(one, self._constants) for one in self._parameters}

    @cached_property
    def _mutator(self) -> Mutator:
        return Mutator(self._rng, self._constants)


def _as_it_is(leaf: object) -> object:
    return leaf


def _mapped(value: object, change: Callable[[object], object]) -> object:
    """The value with each of its leaves changed, keys included."""
    match value:
        case dict():
            return {_mapped(key, change): _mapped(item, change) for key, item in value.items()}
        case list() | tuple() | set() | frozenset():
            return type(value)(_mapped(item, change) for item in value)
    return change(value)


def _shapes_of(parameter: inspect.Parameter, constants: Constants) -> Mapping[str, Shape]:
    """Kind -> shape: what annotation and default say, or everything where they say nothing."""
    said = hint(parameter.annotation)
    annotated = shape((), said, constants.keys)
    if annotated:
        plain = [value for values in _KINDS.values() for value in values if fits(value, annotated)]
        return {"annotated": shape(plain, said, constants.keys)}
    known = {kind: shape(values, keys=constants.keys) for kind, values in _KINDS.items()}
    default = default_of(parameter)
    return {"like its default": shape(default, keys=constants.keys)} if default and default != [None] else known
