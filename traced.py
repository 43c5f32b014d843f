"""A text whose every character knows where it stood in the text that it was made from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from re import Pattern


@dataclass(frozen=True)
class Traced:
    """A derived text.

    Attributes:
        text: `(N,)` characters.
        starts: `(N,)`, where the origin of each character begins in the first text.
        ends: `(N,)`, just after its end; more than one later where several characters became one.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    @classmethod
    def of(cls, text: str) -> "Traced":
        """The first text itself."""
        return cls(text, range(len(text)), range(1, len(text) + 1))

    def cut(self, start: int, end: int | None = None) -> "Traced":
        """A part of it."""
        part = slice(start, end)
        return Traced(self.text[part], self.starts[part], self.ends[part])

    def replaced(self, pattern: Pattern[str], new: str) -> "Traced":
        """Every match becomes `new`: one character, or none."""
        parts, at = [], 0
        for match in pattern.finditer(self.text):
            parts += [self.cut(at, match.start()), self.spread(match.start(), match.end(), new)]
            at = match.end()
        return joined([*parts, self.cut(at)]) if parts else self

    def spread(self, start: int, end: int, new: str) -> "Traced":
        """Other words in place of a part that is not empty; each character of theirs comes from the whole part."""
        return Traced(new, [self.starts[start]] * len(new), [self.ends[end - 1]] * len(new))


def joined(parts: Iterable[Traced]) -> Traced:
    """Parts one after another."""
    kept = tuple(parts)
    return Traced(
        "".join(part.text for part in kept),
        list(chain.from_iterable(part.starts for part in kept)),
        list(chain.from_iterable(part.ends for part in kept)),
    )
