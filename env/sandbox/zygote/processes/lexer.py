"""From text to tokens, as dash 0.5.12 tells them apart.

Source: POSIX.1-2017, Shell Command Language 2.3; dash where POSIX leaves a choice.
"""

from typing import Final

from processes.syntax import DIGITS, HereDocument, Literal, Token, Word
from processes.words import BREAKS, HERE, PLAIN, Inner, Words

OPERATORS: Final = ("&&", "||", ";;", "&", "|", ";", "(", ")")
REDIRECTS: Final = ("<<-", "<<", "<&", "<>", "<", ">>", ">&", ">|", ">")
ANGLES: Final = frozenset("<>")
BLANK: Final = frozenset(" \t")


class Lexer(Words):
    """Reads tokens from one text.

    Attributes:
        pending: here-documents whose bodies begin on the next line.
    """

    def __init__(self, text: str, inner: Inner, line: int = 1) -> None:
        super().__init__(text, inner, line)
        self.pending: list[HereDocument] = []

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
        if self.text[self.position] in BREAKS:
            for operator in OPERATORS:
                if self.takes(operator):
                    return Token(operator, line)
        return self._redirect(0, line) or self._word()

    def here(self) -> Word:
        """The whole text as the body of a here-document."""
        return self.word(HERE)

    def _word(self) -> Token:
        start = self.position
        word = self.word(PLAIN)
        line = self.line
        raw = self.text[start : self.position].replace("\\\n", "")
        if len(raw) == 1 and raw in DIGITS:
            return self._redirect(int(raw), line, explicit=True) or Token("word", line, word)
        return Token("word", line, word)

    def _redirect(self, fd: int, line: int, *, explicit: bool = False) -> Token | None:
        if self.text[self.position : self.position + 1] not in ANGLES:
            return None
        for operator in REDIRECTS:
            if self.takes(operator):
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

    def _read_pending(self) -> None:
        for here in self.pending:
            line = self.line
            body = self._body(here)
            here.word = (Literal(body, quoted=True),) if here.literal else self._inner.document(body, line)
        self.pending.clear()

    def _body(self, here: HereDocument) -> str:
        """The lines of a here-document up to its end, which a joined line cannot be."""
        lines: list[str] = []
        joined = False
        while self.position < len(self.text):
            end = self.text.find("\n", self.position)
            end = len(self.text) if end < 0 else end + 1
            line = self.text[self.position : end]
            self.position = end
            if not joined:
                line = line.lstrip("\t") if here.strip_tabs else line
                if line.removesuffix("\n") == here.delimiter:
                    break
            lines.append(line)
            bare = line.removesuffix("\n")
            joined = not here.literal and (len(bare) - len(bare.rstrip("\\"))) % 2 == 1
        return "".join(lines)
