"""Rewards where they were earned: from places in the extracted code to the tokens of the completion that carried it.

A trainer has the ids and offsets of its own engine. Nothing is tokenised a second time: another run of the tokenizer may cut
elsewhere, and every later label would be off. Source of the rule: arXiv 2405.16661, section 4.1.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final, Literal

from code_review_env.reply import Reply

Segment = Literal["code", "text", "eos"]

_DECIMALS: Final = 9
"""Equal in every sum order, as rewards are."""

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


@dataclass(frozen=True)
class Tokens:
    """A completion as the engine produced it.

    Attributes:
        ids: `(T,)`.
        offsets: `(T,)`, first character and the one after the last, in the completion.
        eos_id: id of the end-of-sequence token, or None when the completion was cut off or carries none.
    """

    ids: Sequence[int]
    offsets: Sequence[tuple[int, int]]
    eos_id: int | None = None

    @property
    def eos(self) -> int | None:
        """Index of the end-of-sequence token: the last one of that id."""
        found = [at for at, token in enumerate(self.ids) if token == self.eos_id]
        return found[-1] if found else None


@dataclass(frozen=True)
class TokenValues:
    """Constants of section 4.1; the defaults are the paper's.

    Attributes:
        erroneous: of a line with an error.
        correct: of a line without one, in a program that does not pass; also of the lines blamed for a failing group.
        passing: what the share `r` of groups passed adds to it.
    """

    erroneous: float = 0.0
    correct: float = 1.0
    passing: float = 1.0

    def base(self, r: float) -> float:
        """`1 + r`, with the paper's constants."""
        return round(self.correct + self.passing * r, _DECIMALS)


PAPER: Final = TokenValues()


@dataclass(frozen=True)
class Mark:
    """A part of the code and what its tokens are worth at most; `start` and `end` count characters, `end` is exclusive."""

    start: int
    end: int
    value: float


@dataclass(frozen=True)
class LineVector:
    """What a submission is worth, line by line.

    Attributes:
        values: `(L,)`, one for each line of the extracted code.
        base: of everything that no mark lies on, the words around the code included.
        eos: of the end-of-sequence token.
    """

    values: tuple[float, ...]
    base: float
    eos: float


def line_bounds(code: str) -> tuple[int, ...]:
    """`(L + 1,)`: where each line begins, and the length; a line ends as it does for the interpreter, its end included."""
    return (0, *accumulate(len(line) for line in _LINE.findall(code)))


def line_marks(code: str, vector: LineVector) -> tuple[Mark, ...]:
    """A mark for every line that is worth less than the base.

    Raises:
        ValueError: the vector is another code's.
    """
    bounds = line_bounds(code)
    if len(bounds) - 1 != len(vector.values):
        message = f"the vector has {len(vector.values)} lines, the code has {len(bounds) - 1}"
        raise ValueError(message)
    lines = zip(pairwise(bounds), vector.values, strict=True)
    return tuple(Mark(*line, value) for line, value in lines if value != vector.base)


def token_rewards(reply: Reply, tokens: Tokens, vector: LineVector, marks: Iterable[Mark] | None = None) -> tuple[float, ...]:
    """The token vector.

    Args:
        reply: the completion, as `reply.extract` reads it.
        tokens: the same completion, as the engine cut it.
        vector: values of lines, base and end.
        marks: finer than lines, or None for the lines.

    Returns:
        `(T,)`: the least of all marks that a token overlaps, or the base. A mark that lies on no token (a tokenizer may drop
        blanks) counts for the token before it.

    Raises:
        ValueError: ids and offsets, or vector and code, do not belong together.
    """
    cut = _Cut.of(tokens)
    rewards = [vector.base] * len(tokens.ids)
    for mark in line_marks(reply.code, vector) if marks is None else marks:
        for at in cut.under(reply, mark.start, mark.end):
            rewards[at] = min(rewards[at], mark.value)
    if tokens.eos is not None:
        rewards[tokens.eos] = vector.eos
    return tuple(rewards)


def tokens_of_lines(reply: Reply, tokens: Tokens) -> list[list[int]]:
    """For each line of the code the indices of the tokens that overlap it; a token may lie on several lines."""
    cut, bounds = _Cut.of(tokens), line_bounds(reply.code)
    return [cut.under(reply, *line) for line in pairwise(bounds)]


def segments(reply: Reply, tokens: Tokens) -> tuple[Segment, ...]:
    """What each token is part of: the code, the words around it, or the end."""
    found: list[Segment] = ["text"] * len(tokens.ids)
    if reply.code:
        for at in _Cut.of(tokens).under(reply, 0, len(reply.code)):
            found[at] = "code"
    if tokens.eos is not None:
        found[tokens.eos] = "eos"
    return tuple(found)


@dataclass(frozen=True)
class _Cut:
    """The tokens that stand for characters, in order: index, start and end of each."""

    indices: list[int]
    starts: list[int]
    ends: list[int]

    @classmethod
    def of(cls, tokens: Tokens) -> "_Cut":
        """Special tokens are left out: they tell the place (0, 0) wherever they stand.

        A token of no width that keeps the order is a part of the character it points at, as the bytes of one character are.
        """
        if len(tokens.ids) != len(tokens.offsets):
            message = f"{len(tokens.ids)} ids and {len(tokens.offsets)} offsets"
            raise ValueError(message)
        cut, last = cls([], [], []), 0
        for at, (start, end) in enumerate(tokens.offsets):
            if start < last or end < start:
                continue
            cut.indices.append(at)
            cut.starts.append(start)
            cut.ends.append(max(end, start + 1, cut.ends[-1] if cut.ends else 0))
            last = start
        return cut

    def under(self, reply: Reply, start: int, end: int) -> list[int]:
        """Indices of the tokens that overlap a part of the code; at least one where there are any."""
        places = sorted({place for piece in _extents(reply, start, end) for place in self._between(*piece)})
        if places or not self.indices:
            return [self.indices[place] for place in places]
        before = bisect_right(self.starts, reply.found.starts[start]) - 1 if reply.code else 0
        return [self.indices[max(0, before)]]

    def _between(self, start: int, end: int) -> range:
        return range(bisect_right(self.ends, start), bisect_left(self.starts, end))


def _extents(reply: Reply, start: int, end: int) -> list[tuple[int, int]]:
    """The stretches of the reply that a part of the code came from."""
    starts, ends = reply.found.starts[start:end], reply.found.ends[start:end]
    if not starts:
        return []
    if isinstance(starts, range):
        return [(starts[0], ends[-1])]
    breaks = [at for at in range(1, len(starts)) if starts[at] > ends[at - 1]]
    return [(starts[first], ends[last - 1]) for first, last in pairwise([0, *breaks, len(starts)])]
