"""Original against revision: the same calls for both in the sandbox, and the smallest call on which they part."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from code_review_env.env.check.calls import MOST_INPUTS, USUAL_INPUTS, Subject, chunks
from code_review_env.env.check.smaller import smallest
from code_review_env.env.errors import InvalidParameter
from code_review_env.env.scoring.compare import same
from code_review_env.env.scoring.functional import show
from code_review_env.tasks.task import Case


@dataclass(frozen=True, slots=True)
class Difference:
    """A call on which the two part.

    Attributes:
        case: the call.
        original: what the original did, in words.
        revised: what the revision did, in words.
    """

    case: Case
    original: str
    revised: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of it.

    Attributes:
        entry: name of the function.
        compared: calls that were tried on both, as far as the original answered them.
        difference: the smallest one found, or None.
    """

    entry: str
    compared: int
    difference: Difference | None


Progress = Callable[[int], None]
"""Told how many calls were compared so far."""


def check(original: Subject, revised: Subject, count: int = USUAL_INPUTS, progress: Progress = lambda _: None) -> Checked:
    """Compare two versions of a function on calls that are made from the original alone.

    Args:
        original: the version that is right.
        revised: the version that should do the same.
        count: calls to compare, at most `MOST_INPUTS`; fewer where the function takes fewer.
        progress: told how far it is.

    Raises:
        InvalidParameter: no such function, or no call was found that the original answers.
        Unavailable: the sandbox failed.
    """
    compared = 0
    for cases in chunks(islice(original.calls(), min(count, MOST_INPUTS))):
        said, found = _parting(original, revised, cases)
        compared += said
        progress(compared)
        if found is not None:
            small = smallest(found, lambda case: _parting(original, revised, [case])[1] is not None)
            return Checked(original.entry, compared, _told(original, revised, small))
    if not compared:
        message = f"no call of {original.entry!r} was found that the original answers; annotate its parameters"
        raise InvalidParameter(message)
    return Checked(original.entry, compared, None)


def _parting(original: Subject, revised: Subject, cases: Sequence[Case]) -> tuple[int, Case | None]:
    """How many calls the original answers, and the first of them on which the two part."""
    known = original.answered(cases)
    if not known:
        return 0, None
    got = revised.outcomes([case for case, _ in known])
    pairs = zip(known, got, strict=True)
    return len(known), next((case for (case, right), other in pairs if not same(right, other, exact_floats=False)), None)


def _told(original: Subject, revised: Subject, case: Case) -> Difference:
    right, other = show(original.outcomes([case])[0]), show(revised.outcomes([case])[0])
    return Difference(case, right, other if other != right else f"{other} with another effect (arguments or output)")
