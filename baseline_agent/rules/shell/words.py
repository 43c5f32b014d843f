"""A text as a shell reads it: words, quotes, redirections and operators, with values kept whole."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from code_review_env.baseline_agent.rules.shell.parts import (
    KEPT,
    Choice,
    Each,
    Inner,
    Literal,
    Many,
    Opaque,
    Part,
    Text,
    Value,
    text_of,
)

_OPERATORS: Final = ("&&", "||", "|", ";", "&", "\n")
_REDIRECT: Final = re.compile(r"(\d?)(>>|>&|<|>)")
_VARIABLE: Final = re.compile(r"\$(?:\{([A-Za-z_]\w*)(?::-([\w./-]*))?\}|([A-Za-z_]\w*))")


@dataclass(slots=True)
class Word:
    """One argument, or several where a list stands in it.

    Attributes:
        parts: literals and values, in order.
        glob: literal characters in it are a pattern for files.
    """

    parts: list[Part] = field(default_factory=list)
    glob: bool = False
    quoted: bool = False

    def add(self, part: Part) -> None:
        """One more part; literals grow together."""
        if isinstance(part, Literal) and self.parts and isinstance(self.parts[-1], Literal):
            self.parts[-1] = Literal(self.parts[-1].text + part.text)
        else:
            self.parts.append(part)

    def literal(self) -> str | None:
        """The text of a word without values."""
        texts = [part.text for part in self.parts if isinstance(part, Literal)]
        return "".join(texts) if len(texts) == len(self.parts) else None


def merged(parts: Sequence[Part]) -> list[Part]:
    """The parts with neighbouring characters together."""
    word = Word()
    for part in parts:
        word.add(part)
    return word.parts


@dataclass(frozen=True, slots=True)
class Operator:
    """What stands between commands, or a bracket."""

    name: str


@dataclass(frozen=True, slots=True)
class Redirect:
    """`2>` and its like; the next word is the target."""

    descriptor: int
    name: str


@dataclass(slots=True)
class _Inner:
    """A command inside the command, as far as it has been read."""

    closing: str
    parts: list[Part] = field(default_factory=list)
    depth: int = 0
    quote: str = ""


Token = Word | Operator | Redirect


def tokens(text: Text) -> list[Token]:
    """Words, operators and redirections in order.

    Raises:
        Opaque: it asks for more of a shell than this reads.
    """
    return list(_Lexer(text).tokens())


def plain_words(text: Text) -> list[Word]:
    """Words of a text that is a piece of a command line.

    Raises:
        Opaque: there is more in it than words.
    """
    tokens = list(_Lexer(text).tokens())
    if not all(isinstance(token, Word) for token in tokens):
        message = "operators in a piece of a command line"
        raise Opaque(message)
    return [token for token in tokens if isinstance(token, Word)]


class _Lexer:
    def __init__(self, text: Text) -> None:
        self._text = text
        self._word: Word | None = None
        self._quote = ""
        self._inner: _Inner | None = None
        self._out: list[Token] = []

    def tokens(self) -> Iterator[Token]:
        """Words and operators in order."""
        for at, part in enumerate(self._text):
            if isinstance(part, Literal):
                self._read(part.text)
            elif self._inner is not None:
                self._inner.parts.append(part)
            elif isinstance(part, Value) or self._quote:
                self._grown().add(_one(_kept(part)) if self._quote else part)
            else:
                self._several(part, self._text[at + 1 :])
        if self._quote or self._inner:
            message = "an open quote"
            raise Opaque(message)
        self._end()
        yield from self._out

    def _several(self, part: Part, behind: Sequence[Part]) -> None:
        """A list, or a text that is not always there; alone between blanks it is any number of words."""
        first = next((one for one in behind if one != Literal("")), Literal(" "))
        apart = isinstance(first, Literal) and first.text[0] in " \t\n;|&<>"
        if isinstance(part, Choice) and (self._word is not None or not apart) and not _holds_blank(part):
            self._grown().add(_one(part))
            return
        own_blanks = isinstance(part, Choice | Each) or (isinstance(part, Many) and part.apart)
        if self._word is None and (apart or own_blanks):
            self._out.append(Word([part]))
        elif self._word is not None and own_blanks and _begins_apart(part):
            self._end()
            self._out.append(Word([part]))
        else:
            self._grown().add(_one(part))

    def _grown(self) -> Word:
        if self._word is None:
            self._word = Word()
        return self._word

    def _end(self) -> None:
        if self._word is not None:
            self._out.append(self._word)
            self._word = None

    def _read(self, text: str) -> None:
        at = 0
        while at < len(text):
            if self._inner is not None:
                at = self._inside(self._inner, text, at)
            else:
                at = self._quoted(text, at) if self._quote else self._bare(text, at)

    def _inside(self, inner: _Inner, text: str, at: int) -> int:
        """A character of a command inside the command, which its closing bracket or backtick ends."""
        character = text[at]
        if not inner.quote and not inner.depth and character == inner.closing:
            self._inner = None
            self._grown().add(Inner(tuple(merged(inner.parts)), quoted=bool(self._quote)))
            return at + 1
        if character in {inner.quote, "'", '"'} and inner.quote in {"", character}:
            inner.quote = "" if inner.quote else character
        if not inner.quote:
            inner.depth += {"(": 1, ")": -1}.get(character, 0)
        inner.parts.append(Literal(character))
        return at + 1

    def _quoted(self, text: str, at: int) -> int:
        character = text[at]
        if character == self._quote:
            self._quote = ""
            return at + 1
        if self._quote == '"':
            if character == "\\" and text[at + 1 : at + 2] in {"$", "`", '"', "\\"}:
                self._grown().add(Literal(text[at + 1]))
                return at + 2
            if character in "$`":
                return self._expansion(text, at)
        self._grown().add(Literal(character))
        return at + 1

    def _bare(self, text: str, at: int) -> int:
        character = text[at]
        if character in " \t":
            self._end()
        elif character in "'\"":
            self._grown().quoted = True
            self._quote = character
        elif character == "\\":
            self._grown().add(Literal(text[at + 1 : at + 2]))
            return at + 2
        elif character in "$`":
            return self._expansion(text, at)
        elif character in "()":
            self._end()
            self._out.append(Operator(character))
        else:
            return self._structure(text, at)
        return at + 1

    def _structure(self, text: str, at: int) -> int:
        number = _REDIRECT.match(text, at)
        if number and (not number[1] or self._word is None):
            self._end()
            descriptor = int(number[1]) if number[1] else 0 if number[2] == "<" else 1
            self._out.append(Redirect(descriptor, number[2]))
            return number.end()
        operator = next((one for one in _OPERATORS if text.startswith(one, at)), "")
        if operator:
            self._end()
            self._out.append(Operator(operator))
            return at + len(operator)
        word = self._grown()
        word.glob |= text[at] in "*?[" or (text[at] == "~" and not word.parts)
        word.add(Literal(text[at]))
        return at + 1

    def _expansion(self, text: str, at: int) -> int:
        match = _VARIABLE.match(text, at)
        if match is None:
            if text[at] == "$" and text[at + 1 : at + 2] in {"", " ", '"'}:
                self._grown().add(Literal("$"))
                return at + 1
            return self._opened(text, at)
        name = match[1] or match[3]
        value = f'os.environ.get("{name}", "")' if match[2] is None else f'(os.environ.get("{name}") or {match[2]!r})'
        self._grown().add(Value(value, known=True))
        return match.end()

    def _opened(self, text: str, at: int) -> int:
        """A command inside the command begins."""
        opening = "`" if text[at] == "`" else text[at : at + 2]
        if opening not in {"`", "$("} or text.startswith("$((", at):
            message = "an expansion that is no variable"
            raise Opaque(message)
        self._inner = _Inner(")" if opening == "$(" else "`")
        return at + len(opening)


def _kept(part: Part) -> Part:
    """A value that was quoted inside quotes is a word for another shell, and stays quoted."""
    if isinstance(part, Value) and part.quoted:
        return Value(f"{KEPT}({part.as_text()})", known=True)
    return part


def _begins_apart(part: Part) -> bool:
    """A text that begins with a blank whenever it is there."""
    if isinstance(part, Many):
        return part.apart
    texts = (part.yes, part.no) if isinstance(part, Choice) else (part.text,) if isinstance(part, Each) else ()
    return all(not text or (isinstance(text[0], Literal) and text[0].text[:1] in {" ", ""}) for text in texts)


def _holds_blank(choice: Choice) -> bool:
    """Whether one of the texts has more than one word, or ends one."""
    return any(" " in part.text for text in (choice.yes, choice.no) for part in text if isinstance(part, Literal))


def _one(part: Part) -> Part:
    """A list as the one text that it makes inside quotes."""
    match part:
        case Many(variable=name) if name:
            return Value(name, known=True)
        case Many(code=code):
            return Value(f'" ".join({code})', known=True)
        case Literal() | Value() | Inner():
            return part
        case Choice(test=test, yes=yes, no=no):
            return Value(f"({text_of(yes)} if {test} else {text_of(no)})", known=True)
    message = "a text that is not always there, inside a word"
    raise Opaque(message)
