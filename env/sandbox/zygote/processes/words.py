"""From text to words, with the quoting rules of dash 0.5.12: quotes, escapes, and what stands behind a `$`.

Source: POSIX.1-2017, Shell Command Language 2.2 and 2.6; dash where POSIX leaves a choice.
"""

from typing import Final, Protocol

from processes.syntax import (
    DIGITS,
    NAME,
    NAME_START,
    SPECIAL,
    Literal,
    Node,
    Parameter,
    Part,
    Refused,
    Substitution,
    SyntaxFault,
    Word,
)

BREAKS: Final = frozenset(" \t\n;&|<>()")
ESCAPED_IN_DOUBLE_QUOTES: Final = frozenset('$`"\\')
PLAIN, DOUBLE, BRACE, BRACE_DOUBLE, HERE = "plain", '"', "}", '}"', "here"
TRIMS: Final = frozenset({"%", "%%", "#", "##"})
_UNENDED: Final = {DOUBLE: "Unterminated quoted string", BRACE: "Missing '}'", BRACE_DOUBLE: "Missing '}'"}


class _Parts:
    """Grows a word and joins neighbours of one kind."""

    def __init__(self) -> None:
        self.found: list[Part] = []

    def text(self, text: str, *, quoted: bool) -> None:
        last = self.found[-1] if self.found else None
        if isinstance(last, Literal) and last.quoted == quoted:
            self.found[-1] = Literal(last.text + text, quoted)
        else:
            self.found.append(Literal(text, quoted))


class Inner(Protocol):
    """Who parses what stands inside a word."""

    def nested(self) -> Node | None:
        """The commands of a `$(...)` up to its bracket."""

    def apart(self, text: str) -> Node | None:
        """The inside of backticks, a text of its own whose lines dash counts anew."""

    def document(self, text: str, line: int) -> Word:
        """The body of a here-document that starts at a line."""


class Words:
    """Reads words from one text; `line` is the number of its first line."""

    def __init__(self, text: str, inner: Inner, line: int = 1) -> None:
        self.text = text
        self.position = 0
        self._inner = inner
        self._line = line
        self._counted = 0

    @property
    def line(self) -> int:
        """Line of the current position, from 1."""
        self._line += self.text.count("\n", self._counted, self.position)
        self._counted = self.position
        return self._line

    def fault(self, message: str) -> SyntaxFault:
        """A syntax error at the current line."""
        return SyntaxFault(message, self.line)

    def word(self, mode: str) -> Word:
        """A word up to the end that `mode` names; the end itself stays unread."""
        parts = _Parts()
        quoted = mode in (DOUBLE, BRACE_DOUBLE, HERE)
        while not self._ended(mode):
            char = self.text[self.position]
            self.position += 1
            if char == "\\":
                self._backslash(parts, mode)
            elif char == "$":
                self._dollar(parts, quoted=quoted)
            elif char == "`":
                parts.found.append(self._backtick(quoted=quoted))
            elif char == "'" and not quoted:
                self._single(parts)
            elif char == '"' and mode not in (DOUBLE, HERE):
                self._double(parts)
            else:
                parts.text(char, quoted=quoted)
        return tuple(parts.found)

    def takes(self, operator: str) -> bool:
        """Whether the operator comes next, which is read then; lines may be joined inside it."""
        start = self.position
        for char in operator:
            if self.char() != char:
                self.position = start
                return False
            self.position += 1
        return True

    def char(self) -> str:
        """The next character, behind line joins; empty at the end."""
        while self.text.startswith("\\\n", self.position):
            self.position += 2
        return self.text[self.position : self.position + 1]

    def _ended(self, mode: str) -> bool:
        if self.position >= len(self.text):
            if mode in _UNENDED:
                raise self.fault(_UNENDED[mode])
            return True
        char = self.text[self.position]
        if mode == PLAIN:
            return char in BREAKS
        return mode != HERE and char == mode[0]

    def _single(self, parts: _Parts) -> None:
        end = self.text.find("'", self.position)
        if end < 0:
            self.position = len(self.text)
            raise self.fault(_UNENDED[DOUBLE])
        parts.text(self.text[self.position : end], quoted=True)
        self.position = end + 1

    def _double(self, parts: _Parts) -> None:
        inner = self.word(DOUBLE)
        self.position += 1
        if not inner:
            parts.text("", quoted=True)
        for part in inner:
            if isinstance(part, Literal):
                parts.text(part.text, quoted=True)
            else:
                parts.found.append(part)

    def _backslash(self, parts: _Parts, mode: str) -> None:
        following = self.text[self.position : self.position + 1]
        if following == "\n":
            self.position += 1
            return
        quoted = mode in (DOUBLE, BRACE_DOUBLE, HERE)
        escapes = ESCAPED_IN_DOUBLE_QUOTES - {'"'} if mode == HERE else ESCAPED_IN_DOUBLE_QUOTES
        if not following or (quoted and following not in escapes and not (mode == BRACE_DOUBLE and following == "}")):
            parts.text("\\", quoted=True)
            return
        self.position += 1
        parts.text(following, quoted=True)

    def _dollar(self, parts: _Parts, *, quoted: bool) -> None:
        char = self.char()
        if char == "(":
            parts.found.append(self._substitution(quoted=quoted))
        elif char == "{":
            self.position += 1
            parts.found.append(self._brace(quoted=quoted))
        elif char and char in NAME_START:
            parts.found.append(Parameter(self._name(), quoted))
        elif char and char in SPECIAL:
            self.position += 1
            parts.found.append(Parameter(char, quoted))
        else:
            parts.text("$", quoted=quoted)

    def _name(self, allowed: frozenset[str] = NAME) -> str:
        found = []
        while (char := self.char()) and char in allowed:
            found.append(char)
            self.position += 1
        return "".join(found)

    def _substitution(self, *, quoted: bool) -> Substitution:
        if self.text.startswith("((", self.position):
            feature = "arithmetic expansion"
            raise Refused(feature)
        self.position += 1
        return Substitution(self._inner.nested(), quoted)

    def _backtick(self, *, quoted: bool) -> Substitution:
        inner: list[str] = []
        while True:
            char = self.text[self.position : self.position + 1]
            self.position += 1
            if not char:
                message = "EOF in backquote substitution"
                raise self.fault(message)
            if char == "`":
                break
            following = self.text[self.position : self.position + 1]
            if char == "\\" and following and following in ('$`\\"' if quoted else "$`\\"):
                char = following
                self.position += 1
            inner.append(char)
        return Substitution(self._inner.apart("".join(inner)), quoted)

    def _brace(self, *, quoted: bool) -> Parameter:
        name, op = self._braced_name()
        op = op or self._operator()
        word: Word = ()
        if op not in ("", "length"):
            word = self.word(BRACE_DOUBLE if quoted and op not in TRIMS else BRACE)
        if self.char() != "}":
            word, op = self.word(BRACE), "bad"
        self.position += 1
        return Parameter(name, quoted, op, word)

    def _braced_name(self) -> tuple[str, str]:
        """The name after `${`, and `length` or `bad` where no operator can follow."""
        char = self.char()
        if char in NAME:
            return self._name(NAME if char in NAME_START else DIGITS), ""
        if char in ("", "}"):
            return "", "bad"
        self.position += 1
        if char == "#":
            return self._hash()
        self._line -= char == "\n"  # which dash does not count as a line
        return (char, "") if char in SPECIAL else ("", "bad")

    def _hash(self) -> tuple[str, str]:
        """After `${#`: the length of something, or the number of arguments and an operator."""
        if (char := self.char()) in NAME:
            return self._name(NAME if char in NAME_START else DIGITS), "length"
        start = self.position
        self.position += 1
        if char in ("", "}") or self.char() != "}":
            self.position = start
            return "#", ""
        return (char, "length") if char in SPECIAL else ("", "bad")

    def _operator(self) -> str:
        """The operator after a name; dash takes any other character for a bad one, whatever it means elsewhere."""
        char = self.char()
        if char in ("", "}"):
            return ""
        self.position += 1
        if char in ("%", "#"):
            return char * (1 + self.takes(char))
        colon = ""
        if char == ":":
            colon, char = char, self.char()
            if char == "}":
                feature = "colon without an operator"
                raise Refused(feature)
            self.position += 1
        self._line -= char == "\n"  # as above
        return colon + char if char in ("-", "=", "?", "+") else "bad"
