"""Words and operators as commands, pipes and turns: what a shell would start, and when."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from code_review_env.baseline_agent.rules.shell.parts import Literal, Opaque, Text
from code_review_env.baseline_agent.rules.shell.words import Operator, Redirect, Token, Word, tokens

_ASSIGNMENT: Final = re.compile(r"([A-Za-z_]\w*)=")
_COMPOUND: Final = frozenset({"if", "for", "while", "until", "case", "function", "then", "do", "else", "fi", "done"})
_ENDS: Final = frozenset({";", "\n", "&"})


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

    @property
    def program(self) -> str | None:
        """Its name, where that is always the same."""
        return self.words[0].literal() if self.words else None


@dataclass(slots=True)
class Group:
    """Commands in brackets."""

    turns: list["Turn"]
    redirects: list[tuple[int, str, Word]] = field(default_factory=list)


@dataclass(slots=True)
class Turn:
    """One pipe, and when it runs.

    Attributes:
        when: `&&`, `||`, or `;` for anyway, as for the first.
        pipe: each reads what the one before it prints.
        aside: nobody waits for it.
    """

    when: str
    pipe: list[Command | Group]
    aside: bool = False


def script(text: Text) -> list[Turn]:
    """The turns of a command line; brackets around the whole of it are gone.

    Raises:
        Opaque: it asks for more of a shell than this reads.
    """
    reader = _Reader(tokens(text))
    turns = reader.turns("")
    while len(turns) == 1 and not turns[0].aside and len(turns[0].pipe) == 1 and isinstance(turns[0].pipe[0], Group):
        turns = ungrouped(turns[0].pipe[0])
    return turns


def ungrouped(group: Group) -> list[Turn]:
    """The turns of a group with its redirections at each command; what the first one writes is not overwritten."""
    turns, redirects = [], group.redirects
    for turn in group.turns:
        pipe = [_with(member, redirects, last=at == len(turn.pipe) - 1) for at, member in enumerate(turn.pipe)]
        turns.append(replace(turn, pipe=pipe))
        redirects = [(number, ">>" if operator == ">" else operator, target) for number, operator, target in redirects]
    return turns


def _with(member: Command | Group, redirects: Sequence[tuple[int, str, Word]], *, last: bool) -> Command | Group:
    """Standard output of the group is that of the last in a pipe."""
    merged = (2, ">&") in {(number, operator) for number, operator, _ in redirects}
    if merged and not last:
        message = "errors of a pipe among its output"
        raise Opaque(message)
    mine = [one for one in redirects if last or one[0] == 2]  # noqa: PLR2004 - standard error
    return replace(member, redirects=[*member.redirects, *mine])


def elsewhere(turns: Sequence[Turn]) -> set[str]:
    """Outputs, `stdout` or `stderr`, that some redirection leads away."""
    members = [member for turn in turns for member in turn.pipe]
    inside = [elsewhere(member.turns) for member in members if isinstance(member, Group)]
    own = {
        ("stdin", "stdout", "stderr")[2 if operator == ">&" else number]
        for one in members
        for number, operator, _ in one.redirects
    }
    return own.union(*inside)


class _Reader:
    def __init__(self, found: list[Token]) -> None:
        self._tokens = found
        self._at = 0

    def turns(self, closing: str) -> list[Turn]:
        """Turns up to a closing bracket, which is taken, too."""
        found: list[Turn] = []
        when = ";"
        while not self._takes(closing):
            found.append(Turn(when, self._pipe()))
            when = self._between(found, closing)
            while when in {"&&", "||"} and self._takes("\n"):
                pass
        if not found:
            message = "a command without a program"
            raise Opaque(message)
        return found

    def _between(self, found: list[Turn], closing: str) -> str:
        """The operator behind a pipe."""
        token = self._peek()
        if not isinstance(token, Operator) or token.name == closing:
            return ";"
        self._at += 1
        if token.name == "&":
            self._set_aside(found)
        while token.name in _ENDS and (self._takes("\n") or self._takes(";")):
            pass
        if token.name in {"&&", "||"}:
            return token.name
        if token.name not in _ENDS:
            message = "a bracket that closes nothing"
            raise Opaque(message)
        return ";"

    @staticmethod
    def _set_aside(found: list[Turn]) -> None:
        """`&` holds for everything since the last `;`."""
        if found[-1].when != ";":
            message = "several commands in the background"
            raise Opaque(message)
        found[-1].aside = True

    def _pipe(self) -> list[Command | Group]:
        members = [self._member()]
        while self._takes("|"):
            members.append(self._member())
        return members

    def _member(self) -> Command | Group:
        member: Command | Group
        if self._takes("("):
            member = Group(self.turns(")"))
        elif self._is_word("{"):
            self._at += 1
            member = Group(self.turns("}"))
        else:
            member = Command()
        while isinstance(token := self._peek(), Word | Redirect):
            if self._is_word("}"):
                break
            self._at += 1
            if isinstance(token, Redirect):
                member.redirects.append((token.descriptor, token.name, self._target()))
            elif isinstance(member, Group):
                message = "a word behind a group"
                raise Opaque(message)
            else:
                _place(token, member)
        if isinstance(member, Command) and (not member.words or member.program in _COMPOUND or member.program == "!"):
            message = "a command without a program"
            raise Opaque(message)
        return member

    def _target(self) -> Word:
        token = self._peek()
        if not isinstance(token, Word):
            message = "a redirection to nowhere"
            raise Opaque(message)
        self._at += 1
        return token

    def _peek(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _is_word(self, text: str) -> bool:
        token = self._peek()
        return isinstance(token, Word) and not token.quoted and token.literal() == text

    def _takes(self, name: str) -> bool:
        """Whether this stands next; it is taken. "" is the end."""
        token = self._peek()
        found = (
            token is None
            if not name
            else (isinstance(token, Operator) and token.name == name) or (name == "}" and self._is_word(name))
        )
        self._at += bool(found and name)
        return found


def _place(word: Word, command: Command) -> None:
    first = word.parts[0] if word.parts else None
    match = _ASSIGNMENT.match(first.text) if isinstance(first, Literal) and not command.words and not word.quoted else None
    if match is None or not isinstance(first, Literal):
        command.words.append(word)
        return
    rest = Word([Literal(first.text[match.end() :]), *word.parts[1:]], word.glob)
    command.environment.append((match[1], rest))
