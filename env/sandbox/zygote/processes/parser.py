"""From tokens to the tree, one complete line at a time: dash runs a line before it looks at the next.

Source: POSIX.1-2017, Shell Command Language 2.10; messages as dash 0.5.12 words them.
"""

from typing import Final

from processes.lexer import Lexer
from processes.syntax import (
    COMPOUND,
    ENDS,
    KEYWORDS,
    AndOr,
    Background,
    Compound,
    For,
    HereDocument,
    If,
    Literal,
    Node,
    Not,
    Parameter,
    Pipeline,
    Redirect,
    Refused,
    Sequence,
    Simple,
    SyntaxFault,
    Token,
    While,
    Word,
    is_name,
    sequence,
)

NESTING: Final = 40
"""Compound commands inside each other; deeper text is refused rather than left to the interpreter's recursion limit."""


class Parser:
    """Reads complete commands from one text by way of its `lexer`.

    Raises:
        SyntaxFault: the text is not shell.
        Refused: the text uses a feature that the virtual shell does not offer.
    """

    def __init__(self, text: str, line: int = 1) -> None:
        self.lexer = Lexer(text, self, line)
        self._held: Token | None = None
        self._depth = 0

    def line_of_commands(self) -> Node | None:
        """The next line's commands, or None at the end of the text; empty lines are skipped."""
        while True:
            token = self._take()
            if token.kind == "end":
                return None
            if token.kind != "newline":
                self._held = token
                return self._list(top=True)

    @property
    def line(self) -> int:
        """Line that the parser has reached, from 1."""
        return self.lexer.line

    @property
    def finished(self) -> bool:
        """Whether the last line ended with the text itself, so that nothing can follow."""
        return self._held is not None and self._held.kind == "end"

    def commands(self) -> Node | None:
        """The commands up to what cannot follow one."""
        return self._list(may_be_empty=True)

    def whole(self) -> Node | None:
        """All commands of the text as one node."""
        return sequence(list(iter(self.line_of_commands, None)))

    def _take(self, *, keywords: bool = False, newlines: bool = False) -> Token:
        token, self._held = self._held or self.lexer.token(), None
        while newlines and token.kind == "newline":
            token = self.lexer.token()
        if keywords and token.plain in KEYWORDS:
            return Token(token.plain, token.line, token.word)
        return token

    def _unexpected(self, token: Token, expected: str = "") -> SyntaxFault:
        suffix = f' (expecting "{expected}")' if expected else ""
        return SyntaxFault(f"{token.shown} unexpected{suffix}", self.lexer.line)

    def _expect(self, kind: str) -> None:
        token = self._take(keywords=True, newlines=True)
        if token.kind != kind:
            raise self._unexpected(token, kind)

    def _list(self, *, top: bool = False, may_be_empty: bool = False) -> Node | None:
        items: list[Node] = []
        while True:
            token = self._take(keywords=not top or bool(items), newlines=not top)
            if top and token.kind in ("newline", "end"):
                self._held = token if token.kind == "end" else None
                return sequence(items)
            self._held = token
            if not top and (token.kind == "end" or ((items or may_be_empty) and token.kind in ENDS)):
                return sequence(items)
            node = self._and_or()
            token = self._take()
            items.append(Background(node) if token.kind == "&" else node)
            if token.kind in ("&", ";"):
                continue
            if top and token.kind not in ("newline", "end"):
                raise self._unexpected(token)
            self._held = token
            if token.kind not in ("newline", "end"):
                return sequence(items)

    def _and_or(self) -> Node:
        node = self._pipeline()
        while True:
            token = self._take()
            if token.kind not in ("&&", "||"):
                self._held = token
                return node
            self._held = self._take(newlines=True)
            node = AndOr(node, token.kind, self._pipeline())

    def _pipeline(self) -> Node:
        token = self._take(keywords=True)
        if token.kind == "!":
            return Not(self._bars())
        self._held = token
        return self._bars()

    def _bars(self) -> Node:
        commands = [self._command()]
        while (token := self._take()).kind == "|":
            self._held = self._take(newlines=True)
            commands.append(self._command(token.line))
        self._held = token
        return commands[0] if len(commands) == 1 else Pipeline(tuple(commands))

    def _command(self, line: int = 0) -> Node:
        """A command; what is said of a compound one names the line of the bar in front of it, if there is one."""
        token = self._take(keywords=True)
        if token.kind in ("word", "redirect"):
            self._held = token
            return self._simple()
        if token.kind == "case":
            raise Refused(token.kind)
        if token.kind not in COMPOUND:
            raise self._unexpected(token)
        self._deepen()
        body = self._inside(token.kind, line or token.line)
        self._depth -= 1
        redirects = []
        while (following := self._take()).kind == "redirect":
            redirects.append(self._target(following))
        self._held = following
        if redirects and token.kind == "{" and isinstance(body, Compound) and body.subshell:
            return Compound(body.body, tuple(redirects), subshell=True, line=body.line)  # dash loses the inner ones
        if redirects or token.kind in ("(", "{"):
            return Compound(body, tuple(redirects), token.kind == "(", line or token.line)
        return body

    def _inside(self, kind: str, line: int) -> Node:
        if kind == "if":
            return self._if()
        if kind == "for":
            return self._for(line)
        if kind in ("while", "until"):
            return self._loop(negated=kind == "until")
        return self._body(COMPOUND[kind])

    def _body(self, end: str) -> Node:
        body = self._some()
        self._expect(end)
        return body

    def _some(self) -> Node:
        return self._list() or Sequence(())

    def _if(self) -> Node:
        test = self._some()
        self._expect("then")
        body = self._some()
        token = self._take(keywords=True, newlines=True)
        if token.kind == "elif":
            return If(test, body, self._if())
        other = None
        if token.kind == "else":
            other = self._some()
            token = self._take(keywords=True, newlines=True)
        if token.kind != "fi":
            raise self._unexpected(token, "fi")
        return If(test, body, other)

    def _loop(self, *, negated: bool) -> Node:
        test = self._some()
        self._expect("do")
        body = self._some()
        self._expect("done")
        return While(test, body, negated)

    def _for(self, line: int) -> Node:
        token = self._take()
        if not is_name(token.plain):
            message = "Bad for loop variable"
            raise self.lexer.fault(message)
        name = token.plain
        words: tuple[Word, ...] = ((Parameter("@", quoted=True),),)
        token = self._take(newlines=True)
        if token.plain == "in":
            found: list[Word] = []
            while (token := self._take()).kind == "word":
                found.append(token.word)
            words = tuple(found)
            if token.kind not in ("newline", ";"):
                raise self._unexpected(token)
        elif token.kind != ";":
            self._held = token
        self._expect("do")
        body = self._some()
        self._expect("done")
        return For(name, words, body, line)

    def _simple(self) -> Node:
        assigns: list[tuple[str, Word]] = []
        words: list[Word] = []
        redirects: list[Redirect] = []
        line = 0
        while True:
            token = self._take()
            line = line or token.line
            pair = None if words else token.assignment
            if token.kind == "redirect":
                redirects.append(self._target(token))
            elif pair is not None:
                assigns.append(pair)
            elif token.kind == "word":
                words.append(token.word)
            elif token.kind == "(" and len(words) == 1 and not assigns and not redirects:
                self._function(words[0])
            else:
                self._held = token
                return Simple(tuple(assigns), tuple(words), tuple(redirects), line)

    def _function(self, name: Word) -> None:
        token = self._take()
        if token.kind != ")":
            raise self._unexpected(token, ")")
        if not is_name(Token("word", token.line, name).plain):
            message = "Bad function name"
            raise self.lexer.fault(message)
        feature = "function definition"
        raise Refused(feature)

    def _target(self, token: Token) -> Redirect:
        target = self._take()
        if target.kind != "word":
            raise self._unexpected(target)
        if token.op in ("<<", "<<-"):
            text = "".join(part.text for part in target.word if isinstance(part, Literal))
            literal = any(isinstance(part, Literal) and part.quoted for part in target.word)
            here = HereDocument(text, literal, token.op == "<<-")
            self.lexer.pending.append(here)
            return Redirect(token.fd, "<<", (), here)
        return Redirect(token.fd, token.op, target.word)

    def _deepen(self) -> None:
        self._depth += 1
        if self._depth > NESTING:
            feature = "deep nesting"
            raise Refused(feature)

    def apart(self, text: str) -> Node | None:
        """The commands inside backticks; dash does not look behind what cannot follow them."""
        return Parser(text).commands()

    def document(self, text: str, line: int) -> Word:
        """The body of a here-document."""
        parser = Parser(text, line)
        return parser.lexer.here()

    def nested(self) -> Node | None:
        """The commands of a `$(`, whose opening the lexer has read."""
        held, self._held = self._held, None
        pending, self.lexer.pending = self.lexer.pending, []
        self._deepen()
        node = self._list(may_be_empty=True)
        token = self._take(newlines=True)
        if token.kind != ")":
            raise self._unexpected(token, ")")
        self._depth -= 1
        self._held, self.lexer.pending = held, pending
        return node
