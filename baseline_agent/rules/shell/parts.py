"""What a text is made of: literal characters, values, lists joined by blanks, and texts that are not always there."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_SIMPLE: Final = re.compile(r"[^'\"\\{}\n!:]*")
"""Code that may stand inside an f-string."""

KEPT: Final = "kept_quote"
"""Stands for `shlex.quote` where quoting is not to be taken away."""


class Opaque(ValueError):
    """Nobody can tell what the text is made of."""


@dataclass(frozen=True, slots=True)
class Literal:
    """Characters that are always the same."""

    text: str


@dataclass(frozen=True, slots=True)
class Value:
    """A part that is known at run time only.

    Attributes:
        code: the expression.
        known: its value is a text for sure.
        quoted: `shlex.quote` has made one word of it.
    """

    code: str
    known: bool = False
    quoted: bool = False

    def as_text(self) -> str:
        """An expression for it as a text."""
        return self.code if self.known else f"str({self.code})"


@dataclass(frozen=True, slots=True)
class Many:
    """The items of a list, one blank between two.

    Attributes:
        code: the list.
        variable: it is a text still, which becomes a list where it is used as several words.
        apart: that text begins with a blank wherever it is not empty.
    """

    code: str
    variable: str = ""
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One of two texts."""

    test: str
    yes: "Text"
    no: "Text"


@dataclass(frozen=True, slots=True)
class Each:
    """A text for every item of something.

    Attributes:
        text: of one item.
        clauses: `for ... in ... if ...`.
        glue: what stands between two.
    """

    text: "Text"
    clauses: str
    glue: str


@dataclass(frozen=True, slots=True)
class Inner:
    """What a command inside the command prints.

    Attributes:
        text: that command.
        quoted: it is one word, whatever is printed.
    """

    text: "Text"
    quoted: bool


Part = Literal | Value | Many | Choice | Each | Inner
Text = tuple[Part, ...]


def text_of(parts: Sequence[Part]) -> str:
    """An expression for a text of literals and values."""
    if not all(isinstance(part, Literal | Value) for part in parts):
        message = "several words inside one"
        raise Opaque(message)
    plain = [part for part in parts if isinstance(part, Literal | Value)]
    if all(isinstance(part, Literal) for part in plain):
        return _quoted("".join(part.text for part in plain if isinstance(part, Literal)))
    if len(plain) == 1:
        return plain[0].as_text() if isinstance(plain[0], Value) else ""
    if all(isinstance(part, Literal) or _SIMPLE.fullmatch(part.code) for part in plain):
        inside = "".join(_braced(part.text) if isinstance(part, Literal) else f"{{{part.code}}}" for part in plain)
        return f'f"{inside}"'
    return " + ".join(_quoted(part.text) if isinstance(part, Literal) else part.as_text() for part in plain)


def _braced(text: str) -> str:
    return _quoted(text)[1:-1].replace("{", "{{").replace("}", "}}")


def _quoted(text: str) -> str:
    """A literal in double quotes."""
    return '"' + repr(f"'{text}")[2:-1].replace('\\"', '"').replace('"', '\\"').replace("\\'", "'") + '"'
