"""From text to tokens, with the quoting rules of dash 0.5.12.

Source: POSIX.1-2017, Shell Command Language 2.2 and 2.3; dash where POSIX leaves a choice.
"""

from collections.abc import Callable
from typing import Final

from processes.syntax import (
    DIGITS,
    NAME,
    NAME_START,
    SPECIAL,
    HereDocument,
    Literal,
    Node,
    Parameter,
    Part,
    Refused,
    Substitution,
    SyntaxFault,
    Token,
    Word,
)

Apart = Callable[[str, int], Node | None]

OPERATORS: Final = ("&&", "||", ";;", "&", "|", ";", "(", ")")
REDIRECTS: Final = ("<<-", "<<", "<&", "<>", "<", ">>", ">&", ">|", ">")
BREAKS: Final = frozenset(" \t\n;&|<>()")
BLANK: Final = frozenset(" \t")
ESCAPED_IN_DOUBLE_QUOTES: Final = frozenset('$`"\\')
PLAIN, DOUBLE, BRACE, BRACE_DOUBLE, HERE = "plain", '"', "}", '}"', "here"
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


class Lexer:
    """Reads tokens from one text.

    `nested` parses the commands of a `$(...)` up to its bracket; `apart` parses the inside of backticks, a text of its own.
    """

    def __init__(self, text: str, nested: Callable[[], Node | None], apart: Apart, line: int = 1) -> None:
        self.text = text
        self.position = 0
        self.pending: list[HereDocument] = []
        self._nested = nested
        self._apart = apart
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

    def token(self) -> Token:
        """The next token; here-documents are read where their line ends."""
        self._skip_blank()
        line = self.line
        if self.position >= len(self.text):
            self._read_pending()
            return Token("end", line)
        if self.text[self.position] == "\n":
            self.position += 1
            self._read_pending()
            return Token("newline", line)
        for operator in OPERATORS:
            if self.text.startswith(operator, self.position):
                self.position += len(operator)
                return Token(operator, line)
        return self._redirect(0, line) or self._word(line)

    def here(self) -> Word:
        """The whole text as the body of a here-document."""
        return self._parts(HERE)

    def _word(self, line: int) -> Token:
        start = self.position
        word = self._parts(PLAIN)
        raw = self.text[start : self.position]
        if len(raw) == 1 and raw in DIGITS:
            return self._redirect(int(raw), line, explicit=True) or Token("word", line, word)
        return Token("word", line, word)

    def _redirect(self, fd: int, line: int, *, explicit: bool = False) -> Token | None:
        for operator in REDIRECTS:
            if self.text.startswith(operator, self.position):
                self.position += len(operator)
                default = 0 if operator[0] == "<" else 1
                return Token("redirect", line, fd=fd if explicit else default, op=operator)
        return None

    def _skip_blank(self) -> None:
        while self.position < len(self.text):
            if self.text[self.position] in BLANK:
                self.position += 1
            elif self.text.startswith("\\\n", self.position):
                self.position += 2
            elif self.text[self.position] == "#":
                end = self.text.find("\n", self.position)
                self.position = len(self.text) if end < 0 else end
            else:
                return

    def _ended(self, mode: str) -> bool:
        if self.position >= len(self.text):
            if mode in _UNENDED:
                raise self.fault(_UNENDED[mode])
            return True
        char = self.text[self.position]
        if mode == PLAIN:
            return char in BREAKS
        return mode != HERE and char == mode[0]

    def _parts(self, mode: str) -> Word:
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

    def _single(self, parts: _Parts) -> None:
        end = self.text.find("'", self.position)
        if end < 0:
            self.position = len(self.text)
            raise self.fault(_UNENDED[DOUBLE])
        parts.text(self.text[self.position : end], quoted=True)
        self.position = end + 1

    def _double(self, parts: _Parts) -> None:
        inner = self._parts(DOUBLE)
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
        char = self.text[self.position : self.position + 1]
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

    def _name(self) -> str:
        start = self.position
        while self.position < len(self.text) and self.text[self.position] in NAME:
            self.position += 1
        return self.text[start : self.position]

    def _substitution(self, *, quoted: bool) -> Substitution:
        if self.text.startswith("((", self.position):
            feature = "arithmetic expansion"
            raise Refused(feature)
        self.position += 1
        return Substitution(self._nested(), quoted)

    def _backtick(self, *, quoted: bool) -> Substitution:
        line, inner = self.line, []
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
        return Substitution(self._apart("".join(inner), line), quoted)

    def _brace(self, *, quoted: bool) -> Parameter:
        if self.text.startswith("#", self.position) and not self.text.startswith("#}", self.position):
            self.position += 1
            name, op = self._parameter_name(), "length"
        else:
            name = self._parameter_name()
            op = self._operator() if name else "bad"
        word: Word = ()
        if op not in ("", "length"):
            word = self._parts(BRACE_DOUBLE if quoted and op not in ("%", "%%", "#", "##") else BRACE)
        if not self.text.startswith("}", self.position):
            word, op = self._parts(BRACE), "bad"
        self.position += 1
        return Parameter(name, quoted, op, word)

    def _parameter_name(self) -> str:
        char = self.text[self.position : self.position + 1]
        if char and char in NAME_START:
            return self._name()
        start = self.position
        while self.text[self.position : self.position + 1] in DIGITS:
            self.position += 1
        if start == self.position and char and char in SPECIAL:
            self.position += 1
        return self.text[start : self.position]

    def _operator(self) -> str:
        for operator in (":-", ":=", ":?", ":+", "%%", "##", "-", "=", "?", "+", "%", "#"):
            if self.text.startswith(operator, self.position):
                self.position += len(operator)
                return operator
        return "" if self.text.startswith("}", self.position) else "bad"

    def _read_pending(self) -> None:
        for here in self.pending:
            lines = []
            while self.position < len(self.text):
                end = self.text.find("\n", self.position)
                end = len(self.text) if end < 0 else end + 1
                line = self.text[self.position : end]
                self.position = end
                line = line.lstrip("\t") if here.strip_tabs else line
                if line.removesuffix("\n") == here.delimiter:
                    break
                lines.append(line)
            body = "".join(lines)
            here.word = (Literal(body, quoted=True),) if here.literal else Lexer(body, self._nested, self._apart).here()
        self.pending.clear()
