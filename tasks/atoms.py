"""Fresh values of one exact type near those that were seen: neighbours, mined constants, edited texts."""

import datetime as dt
import math
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from code_review_env.tasks.mining import LARGEST, Constants
from code_review_env.tasks.shape import Atom

LONGEST: Final = 40
"""Characters of a generated text, unless a longer one was seen."""

_Maker = Callable[[Atom, object], object]

WORD: Final = re.compile(r"[^\W\d]\w*")
_DIGITS: Final = re.compile(r"[0-9]+")
_STEPS: Final[dict[type, tuple[object, ...]]] = {
    dt.date: (dt.timedelta(days=1), dt.timedelta(days=31), dt.timedelta(days=366)),
    dt.datetime: (dt.timedelta(seconds=1), dt.timedelta(hours=12), dt.timedelta(days=31)),
    dt.timedelta: (dt.timedelta(seconds=1), dt.timedelta(minutes=90), dt.timedelta(days=1)),
    Decimal: (Decimal("0.01"), Decimal(1), Decimal(10)),
    Fraction: (Fraction(1, 3), Fraction(1)),
}


@dataclass(frozen=True, slots=True)
class Atoms:
    """Draws values of an `Atom`; the same generator state gives the same values."""

    rng: random.Random
    constants: Constants

    def draw(self, atom: Atom, near: object = None) -> object:
        """A value that fits `atom`, near the value `near` of its type if one is given."""
        if atom.closed or atom.kind is type(None):
            return self.rng.choice(atom.seen or (None,))
        base = near if type(near) is atom.kind else self.rng.choice(atom.seen) if atom.seen else None
        makers: dict[type, _Maker] = {
            bool: self._bool,
            int: self._int,
            float: self._float,
            str: self._text,
            bytes: self._bytes,
            bytearray: self._bytes,
        }
        return makers.get(atom.kind, self._stepped)(atom, base)

    def _bool(self, _atom: Atom, _base: object) -> bool:
        return self.rng.random() < 0.5  # noqa: PLR2004  a fair coin

    def _int(self, atom: Atom, base: object) -> int:
        seen = [value for value in atom.seen if isinstance(value, int)]
        start = base if isinstance(base, int) else 1
        near = [start - 1, start + 1, -start, start * 2, start // 2, start + self.rng.randint(-10, 10)]
        pool = self.rng.choice([near, near, [0, 1, 2, -1], seen, list(self.constants.ints)])
        limit = max([LARGEST, *(abs(value) for value in seen)])
        return max(-limit, min(limit, self.rng.choice(pool or near)))

    def _float(self, atom: Atom, base: object) -> float:
        seen = [value for value in atom.seen if isinstance(value, float)]
        start = base if isinstance(base, float) and math.isfinite(base) else 1.0
        near = [start - 1, start + 1, -start, start * 2, start / 2, start + 0.01, start - 0.01, float(round(start))]
        pool = self.rng.choice([near, near, [0.0, 1.0, 0.5], seen, list(self.constants.floats)])
        limit = max([float(LARGEST), *(abs(value) for value in seen if math.isfinite(value))])
        return round(max(-limit, min(limit, self.rng.choice(pool or near))), 6) + 0.0

    def _bytes(self, atom: Atom, base: object) -> object:
        data = bytes(base) if isinstance(base, bytes | bytearray) else b"ab"
        cut = self.rng.randint(0, len(data))
        return atom.kind(self.rng.choice([data[:cut], data[cut:], data[::-1], data + data[:cut], data[cut:] + data[:cut]]))

    def _stepped(self, atom: Atom, base: object) -> object:
        """Types with an arithmetic of their own move by a step; those without stay among what was seen."""
        steps = _STEPS.get(atom.kind)
        if base is None or steps is None:
            return base if base is not None else _first(atom.kind)
        step: object = self.rng.choice(steps)
        try:
            return _moved(base, step, forward=self.rng.random() < 0.5)  # noqa: PLR2004  a fair coin
        except (OverflowError, ArithmeticError):
            return base

    def _text(self, atom: Atom, base: object) -> str:
        seen = [value for value in atom.seen if isinstance(value, str)]
        start = base if isinstance(base, str) else self.rng.choice(self.constants.texts or ("ab",))
        letters = sorted({*"".join(seen), *self.constants.letters, *start}) or ["a"]
        edits = [self._cut, self._spliced, self._lettered, self._doubled, self._replaced, self._numbered]
        edits += [self._worded, self._worded]
        edits += [self._cased] if self.constants.both_cases else []
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            start = self.rng.choice(edits)(start, [*seen, *letters])
        return start[: max([LONGEST, *(len(value) for value in seen)])]

    def _cut(self, text: str, _words: list[str]) -> str:
        """Without a stretch, often of one character."""
        if not text:
            return text
        start = self.rng.randrange(len(text))
        width = self.rng.choice((1, 1, len(text)))
        return text[:start] + text[start + width :]

    def _spliced(self, text: str, words: list[str]) -> str:
        """A word of the examples or of the source in the middle."""
        at = self.rng.randint(0, len(text))
        return text[:at] + self.rng.choice([*words, *self.constants.texts]) + text[at:]

    def _lettered(self, text: str, words: list[str]) -> str:
        """One character replaced by another of the same alphabet."""
        if not text:
            return text
        at = self.rng.randrange(len(text))
        return text[:at] + self.rng.choice([word for word in words if len(word) == 1]) + text[at + 1 :]

    def _doubled(self, text: str, _words: list[str]) -> str:
        """A stretch said twice."""
        start = self.rng.randint(0, len(text))
        end = self.rng.randint(start, len(text))
        return text[:end] + text[start:end] + text[end:]

    def _replaced(self, _text: str, words: list[str]) -> str:
        """Another word altogether, or none."""
        return self.rng.choice([*words, *self.constants.texts, ""])

    def _worded(self, text: str, words: list[str]) -> str:
        """One word of the text replaced by a word of the examples or of the source."""
        found = list(WORD.finditer(text))
        others: list[str] = [word for known in (*words, *self.constants.texts) for word in WORD.findall(known)]
        if not found or not others:
            return text
        old = self.rng.choice(found)
        return text[: old.start()] + self.rng.choice(others) + text[old.end() :]

    def _numbered(self, text: str, _words: list[str]) -> str:
        """A number in the text replaced by another."""
        found = list(_DIGITS.finditer(text))
        if not found:
            return text
        run = self.rng.choice(found)
        number = self.rng.choice([0, 1, int(run[0][:9]) + 1, *(value for value in self.constants.ints if value >= 0)])
        return text[: run.start()] + str(number) + text[run.end() :]

    def _cased(self, text: str, _words: list[str]) -> str:
        return self.rng.choice([text.upper(), text.lower(), text.title(), text.swapcase()])


def _first(kind: type) -> object:
    """A value of a type that is annotated and never shown."""
    if kind is dt.datetime:
        return dt.datetime(2024, 1, 2, 3, 4, 5)  # noqa: DTZ001  a task passes naive date-times only
    return dt.date(2024, 1, 2) if kind is dt.date else kind()


def _moved(base: object, step: object, *, forward: bool) -> object:
    match base, step:
        case ((dt.date() | dt.timedelta()), dt.timedelta()):
            return base + step if forward else base - step
        case Decimal(), Decimal():
            return base + step if forward else base - step
        case Fraction(), Fraction():
            return base + step if forward else base - step
    return base
