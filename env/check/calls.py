"""Calls that a source answers, found with nothing but the source."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeVar

from code_review_env.env.check.trials import Trial, Trials
from code_review_env.env.check.trusted import Runner
from code_review_env.env.errors import InvalidParameter
from code_review_env.env.sandbox.program import Call, Limits, Outcome, Program, Verdict
from code_review_env.tasks.chance import chance
from code_review_env.tasks.inputs import MAX_INPUTS, inputs
from code_review_env.tasks.task import Case

USUAL_INPUTS: Final = 2000
MOST_INPUTS: Final = 20_000
"""Calls that are compared unless told otherwise, and at most."""

CHUNK: Final = 100
"""Calls of one run of the sandbox: one that does not end takes no more with it."""

_TRIALS: Final = 600
"""Calls that find out which types the function takes."""

_EXAMPLES: Final = 24
"""Calls that others are made like, chosen anew in each round among those with different outcomes."""

_ROUNDS: Final = 8
_LIMITS: Final = Limits(cpu_s=0.5)

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Subject:
    """A function in a source, and what runs it."""

    pool: Runner
    source: str
    entry: str

    def outcomes(self, cases: Sequence[Case]) -> list[Outcome]:
        """What each call did; every call sees a fresh copy of the module."""
        found: list[Outcome] = []
        while len(found) < len(cases):
            found += self._until_lost(cases[len(found) :])
        return found

    def _until_lost(self, cases: Sequence[Case]) -> list[Outcome]:
        """What the calls did, up to the one that stopped the run: the others get a run of their own."""
        calls = tuple((Call(case.args, case.kwargs),) for case in cases)
        execution = self.pool.run(Program(self.source, self.entry, calls, limits=_LIMITS, audit="record"))
        found = [outcomes[0] if outcomes else Outcome("lost") for outcomes in execution.groups]
        lost = next((at for at, outcome in enumerate(found) if outcome.kind == "lost"), len(found))
        return found if execution.verdict is Verdict.OK else found[: lost + 1]

    def answered(self, cases: Sequence[Case]) -> list[tuple[Case, Outcome]]:
        """The calls that say something: a value, or an exception that the source raises itself."""
        pairs = zip(cases, self.outcomes(cases), strict=True)
        return [(case, outcome) for case, outcome in pairs if outcome.kind == "value" or outcome.raised_by_source]

    def calls(self) -> Iterator[Case]:
        """Different calls: of all types first, then ever more like those that did something new.

        Raises:
            InvalidParameter: the source has no such function, or does not parse.
        """
        known: set[str] = set()
        for case in self._drafts():
            call = case.call(self.entry)
            if call not in known:
                known.add(call)
                yield case

    def examples(self, count: int) -> list[Case]:
        """Short calls with different outcomes, values before exceptions; fewer where the function shows fewer.

        Raises:
            InvalidParameter: as `calls`, or no call was found that the source answers.
        """
        good = self._first(self._trials())
        by_outcome: dict[str, tuple[bool, int, str, Case]] = {}
        for trial, outcome in good:
            call = trial.case.call(self.entry)
            found = (outcome.kind != "value", trial.rank, f"{len(call):6} {call}", trial.case)
            by_outcome[_key(outcome)] = min(found, by_outcome.get(_key(outcome), found), key=lambda one: one[:3])
        if not by_outcome:
            message = f"no call of {self.entry!r} was found that the source answers; annotate its parameters"
            raise InvalidParameter(message)
        return [case for *_, case in sorted(by_outcome.values(), key=lambda one: one[:3])][:count]

    def _trials(self) -> Trials:
        try:
            return Trials(self.source, self.entry, self._chance())
        except (ValueError, SyntaxError) as error:
            raise InvalidParameter(str(error)) from None

    def _chance(self) -> random.Random:
        return chance(f"{self.entry}\0{self.source}")

    def _drafts(self) -> Iterator[Case]:
        trials, rng = self._trials(), self._chance()
        good = self._first(trials)
        good.sort(key=lambda pair: pair[0].rank)
        kinds = list(dict.fromkeys(trial.kinds for trial, _ in good))
        new: dict[str, Case] = {}
        for _ in range(_ROUNDS if good else 0):
            yield from (trial.case for trial, _ in good)
            for trial, outcome in good:
                new.setdefault(_key(outcome), trial.case)
            examples = rng.sample(list(new.values()), min(_EXAMPLES, len(new)))
            yield from (one.case for one in inputs(self.source, self.entry, examples, count=MAX_INPUTS))
            good = self._good(list(islice(trials.like(kinds), CHUNK)))

    def _first(self, trials: Trials) -> list[tuple[Trial, Outcome]]:
        """Those of the first trials, of all types, that the source answers."""
        return [pair for chunk in chunks(islice(trials.any(), _TRIALS)) for pair in self._good(chunk)]

    def _good(self, trials: Sequence[Trial]) -> list[tuple[Trial, Outcome]]:
        """The trials that the source answers, with what it did."""
        answered = {id(case): outcome for case, outcome in self.answered([trial.case for trial in trials])}
        return [(trial, answered[id(trial.case)]) for trial in trials if id(trial.case) in answered]


def chunks(items: Iterator[_T]) -> Iterator[list[_T]]:
    """The items in lists of `CHUNK`."""
    while chunk := list(islice(items, CHUNK)):
        yield chunk


def _key(outcome: Outcome) -> str:
    return f"{outcome.kind} {outcome.value} {outcome.error} {outcome.message}"
