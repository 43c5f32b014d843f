"""A text as a shell reads it: words, quotes, redirections and operators, with values kept whole."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from code_review_env.baseline_agent.rules.shell.parts import Choice, Each, Literal, Many, Opaque, Part, Text, Value, text_of

_OPERATORS: Final = ("&&", "||", "|", ";", "&", "\n")
_REDIRECT: Final = re.compile(r"(\d?)(>>|>&|<|>)")
_BOTH: Final = re.compile(r"&>")
_VARIABLE: Final = re.compile(r"\$(?:\{(\w+)\}|(\w+))")
_ASSIGNMENT: Final = re.compile(r"([A-Za-z_]\w*)=")


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


@dataclass(slots=True)
class Command:
    """One program with everything that a shell prepares for it.

    Attributes:
        words: program and arguments.
        environment: variables set for it alone.
        redirects: (descriptor, operator, target).
    """

    words: list[Word] = field(default_factory=list)
    environment: list[tuple[str, Word]] = field(default_factory=list)
    redirects: list[tuple[int, str, Word]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Operator:
    name: str


@dataclass(frozen=True, slots=True)
class _Redirect:
    descriptor: int
    name: str


_GROUP_END: Final = _Operator(")")

_Token = Word | _Operator | _Redirect


def script(text: Text) -> tuple[list[Command], list[str]]:
    """Commands, and the operators between them.

    Raises:
        Opaque: it asks for more of a shell than this reads.
    """
    commands, operators = [Command()], []
    waiting: _Redirect | None = None
    grouped = False
    for token in _Lexer(text).tokens():
        if token == _GROUP_END:
            grouped = True
        elif isinstance(token, _Operator):
            if grouped:
                message = "something behind a group"
                raise Opaque(message)
            operators.append(token.name)
            commands.append(Command())
        elif isinstance(token, _Redirect):
            waiting = token
        elif waiting is not None:
            for command in commands if grouped else commands[-1:]:
                command.redirects.append((waiting.descriptor, waiting.name, token))
            waiting = None
        else:
            _place(token, commands[-1])
    if commands and not commands[-1].words and operators and operators[-1] in {";", "\n"}:
        commands.pop()
        operators.pop()
    if waiting is not None or not all(command.words for command in commands):
        message = "a command without a program"
        raise Opaque(message)
    return commands, operators


def _place(word: Word, command: Command) -> None:
    first = word.parts[0] if word.parts else None
    match = _ASSIGNMENT.match(first.text) if isinstance(first, Literal) and not command.words and not word.quoted else None
    if match is None or not isinstance(first, Literal):
        command.words.append(word)
        return
    rest = Word([Literal(first.text[match.end() :]), *word.parts[1:]], word.glob)
    command.environment.append((match[1], rest))


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
        self._grouped = False
        self._out: list[_Token] = []

    def tokens(self) -> Iterator[_Token]:
        """Words and operators in order."""
        for at, part in enumerate(self._text):
            if isinstance(part, Literal):
                self._read(part.text)
            elif isinstance(part, Value) or self._quote:
                self._grown().add(_one(part) if self._quote else part)
            else:
                self._several(part, self._text[at + 1 :])
        if self._quote:
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
            at = self._quoted(text, at) if self._quote else self._bare(text, at)

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
            self._group(character)
        else:
            return self._structure(text, at)
        return at + 1

    def _group(self, character: str) -> None:
        """Brackets around the whole line are read, others not."""
        self._end()
        if (character == "(") is bool(self._out) or (character == ")") is not self._grouped:
            message = "a subshell"
            raise Opaque(message)
        self._grouped = character == "("
        if character == ")":
            self._out.append(_GROUP_END)

    def _structure(self, text: str, at: int) -> int:
        number = _REDIRECT.match(text, at)
        if number and (not number[1] or self._word is None):
            self._end()
            descriptor = int(number[1]) if number[1] else 0 if number[2] == "<" else 1
            self._out.append(_Redirect(descriptor, number[2]))
            return number.end()
        operator = next((one for one in _OPERATORS if text.startswith(one, at)), "")
        if operator == "&":
            message = "a program in the background"
            raise Opaque(message)
        if operator:
            self._end()
            self._out.append(_Operator(operator))
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
            message = "a command inside a command"
            raise Opaque(message)
        name = match[1] or match[2]
        self._grown().add(Value(f'os.environ.get("{name}", "")', known=True))
        return match.end()


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
        case Literal() | Value():
            return part
        case Choice(test=test, yes=yes, no=no):
            return Value(f"({text_of(yes)} if {test} else {text_of(no)})", known=True)
    message = "a text that is not always there, inside a word"
    raise Opaque(message)
