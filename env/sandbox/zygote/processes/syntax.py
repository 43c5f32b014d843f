"""What a shell text means: the tree that the parser builds and the evaluator walks.

Text is bytes decoded as Latin-1, one character a byte, because dash works on bytes.
"""

from dataclasses import dataclass
from typing import Final


class SyntaxFault(Exception):
    """The text is not shell; dash prints `Syntax error: MESSAGE` and ends with status 2."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


class Refused(Exception):
    """The virtual machine does not offer this feature and says so instead of guessing."""

    def __init__(self, feature: str) -> None:
        super().__init__(feature)
        self.feature = feature


@dataclass(frozen=True, slots=True)
class Literal:
    """Characters as written; `quoted` ones are safe from splitting, patterns and tilde."""

    text: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class Parameter:
    """`$name` or `${name OP word}`; `op` is empty for a plain value and `length` for `${#name}`."""

    name: str
    quoted: bool
    op: str = ""
    word: "Word" = ()


@dataclass(frozen=True, slots=True)
class Substitution:
    """`$(...)` or backticks."""

    body: "Node | None"
    quoted: bool


Part = Literal | Parameter | Substitution
Word = tuple[Part, ...]


@dataclass(slots=True)
class HereDocument:
    """The body of a here-document, known only once the line that opens it has ended."""

    delimiter: str
    literal: bool
    strip_tabs: bool
    word: Word = ()


@dataclass(frozen=True, slots=True)
class Redirect:
    """`fd OP target`, with `op` one of `<  >  >|  >>  <>  <&  >&  <<`."""

    fd: int
    op: str
    target: Word = ()
    here: HereDocument | None = None


Redirects = tuple[Redirect, ...]


@dataclass(frozen=True, slots=True)
class Simple:
    """Assignments, words and redirections: what most people call a command."""

    assigns: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirects: Redirects
    line: int


@dataclass(frozen=True, slots=True)
class Pipeline:
    """One or more commands joined by `|`."""

    commands: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Not:
    """`! pipeline`."""

    body: "Node"


@dataclass(frozen=True, slots=True)
class AndOr:
    """`left && right` or `left || right`."""

    left: "Node"
    op: str
    right: "Node"


@dataclass(frozen=True, slots=True)
class Sequence:
    """Commands one after the other."""

    items: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Background:
    """`body &`."""

    body: "Node"


@dataclass(frozen=True, slots=True)
class Compound:
    """`( body )` in a process of its own, or `{ body; }`, or a loop that carries redirections."""

    body: "Node"
    redirects: Redirects
    subshell: bool
    line: int


@dataclass(frozen=True, slots=True)
class If:
    """`if test; then body; else other; fi`; `elif` nests in `other`."""

    test: "Node"
    body: "Node"
    other: "Node | None"


@dataclass(frozen=True, slots=True)
class While:
    """`while test; do body; done`, or `until` with `negated`."""

    test: "Node"
    body: "Node"
    negated: bool


@dataclass(frozen=True, slots=True)
class For:
    """`for name in words; do body; done`; no words at all stand for `"$@"`."""

    name: str
    words: tuple[Word, ...]
    body: "Node"
    line: int


Node = Simple | Pipeline | Not | AndOr | Sequence | Background | Compound | If | While | For


@dataclass(frozen=True, slots=True)
class Token:
    """One token: `kind` is `word`, `redirect`, `newline`, `end` or the operator itself."""

    kind: str
    line: int
    word: Word = ()
    fd: int = 0
    op: str = ""

    @property
    def plain(self) -> str:
        """The text of a word without any quote or expansion, else an empty string."""
        if self.kind == "word" and len(self.word) == 1 and isinstance(self.word[0], Literal) and not self.word[0].quoted:
            return self.word[0].text
        return ""

    @property
    def assignment(self) -> "tuple[str, Word] | None":
        """Name and value of a word that assigns, else None."""
        return assignment(self.word) if self.kind == "word" else None

    @property
    def shown(self) -> str:
        """The token as dash names it in a message."""
        names = {"word": "word", "redirect": "redirection", "newline": "newline", "end": "end of file"}
        return names.get(self.kind, f'"{self.kind}"')


KEYWORDS: Final = frozenset("if then else elif fi do done case esac while until for in { } !".split())
ENDS: Final = frozenset("end ) ;; do done elif else esac fi then }".split())
COMPOUND: Final = {"if": "fi", "for": "done", "while": "done", "until": "done", "(": ")", "{": "}"}
NAME_START: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
DIGITS: Final = frozenset("0123456789")
NAME: Final = NAME_START | DIGITS
SPECIAL: Final = frozenset("@*#?-$!0123456789")


def is_name(text: str) -> bool:
    """Whether a variable may have this name."""
    return bool(text) and text[0] in NAME_START and NAME.issuperset(text)


def assignment(word: Word) -> tuple[str, Word] | None:
    """Name and value of a word that assigns, else None."""
    first = word[0] if word else None
    if not isinstance(first, Literal) or first.quoted:
        return None
    name, equals, rest = first.text.partition("=")
    if not equals or not is_name(name):
        return None
    return name, ((Literal(rest, quoted=False), *word[1:]) if rest else word[1:])


def sequence(items: list[Node]) -> Node | None:
    """The items one after the other, as one node if there is any."""
    if not items:
        return None
    return items[0] if len(items) == 1 else Sequence(tuple(items))
