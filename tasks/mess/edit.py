"""Changes of a text, and how a transform that offers some of them is applied."""

import ast
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from code_review_env.tasks.mess.source import Source

Proof = Literal["tree", "local", "fuzz"]
"""Why the behaviour stays: the tree is equal, a local rule of the language, or nothing but the differential check."""


class MessError(AssertionError):
    """A transform broke its own promise; a fault of ours, never of a task's author."""


@dataclass(frozen=True, slots=True)
class Edit:
    """`text` in place of the characters from `start` up to `end`."""

    start: int
    end: int
    text: str


Change = tuple[Edit, ...]
"""Edits that only make sense together, e.g. all places of a renamed variable."""


@dataclass(frozen=True, slots=True)
class Transform:
    """One way to make a source worse.

    Attributes:
        name: readable, e.g. `comparison with None`.
        rule: what finds it: a ruff rule, `S602`, `C901`.
        proof: why the behaviour stays.
        changes: every change that the source offers, in the order of the text.
        held_out: used in the splits validation and test only, so that a policy cannot have trained on it.
        stubborn: no fix or format of a tool removes it; somebody must decide.
    """

    name: str
    rule: str
    proof: Proof
    changes: Callable[[Source, random.Random], Iterable[Change]]
    held_out: bool = False
    stubborn: bool = False


def rewritten(text: str, edits: Iterable[Edit]) -> str:
    """The text with edits that do not overlap."""
    pieces, at = [], 0
    for edit in sorted(edits, key=lambda one: (one.start, one.end)):
        pieces += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*pieces, text[at:]])


def applied(source: Source, transform: Transform, rng: random.Random, most: int) -> Source:
    """The source with up to `most` of the changes that the transform offers, drawn by chance; itself where it offers none.

    Raises:
        MessError: the result does not parse, or its tree differs although the transform promises an equal one.
    """
    offered = list(transform.changes(source, rng))
    chosen = _apart(rng.sample(offered, min(most, len(offered))))
    if not chosen:
        return source
    text = rewritten(source.text, (edit for change in chosen for edit in change))
    try:
        result = Source(text, held_out=source.held_out or transform.held_out)
    except SyntaxError as error:
        message = f"{transform.name}: {error}\n{text}"
        raise MessError(message) from error
    if transform.proof == "tree" and ast.dump(result.tree) != ast.dump(source.tree):
        message = f"{transform.name} changed the tree:\n{text}"
        raise MessError(message)
    return result


def _apart(changes: Sequence[Change]) -> list[Change]:
    """The changes that touch no text of one before them, and define no function that one before them defines."""
    chosen: list[Change] = []
    taken: list[Edit] = []
    for change in changes:
        if not any(_touch(edit, other) for edit in change for other in taken):
            chosen.append(change)
            taken += change
    return chosen


def _touch(one: Edit, other: Edit) -> bool:
    return (one.start <= other.end and other.start <= one.end) or _defined(one) == _defined(other) != ""


def _defined(edit: Edit) -> str:
    """The name of a function that an edit puts in front of others, else nothing."""
    return edit.text.partition("(")[0] if edit.start == edit.end and edit.text.startswith("def ") else ""
