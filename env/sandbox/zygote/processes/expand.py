"""From words to fields: parameters, command substitution, splitting, patterns, quotes, in that order.

Source: POSIX.1-2017, Shell Command Language 2.6; dash 0.5.12 where they differ.
"""

from collections.abc import Generator
from typing import Final, Protocol

from processes.pattern import Piece, compiled, is_pattern, paths, trimmed
from processes.process import Wait
from processes.syntax import Literal, Node, Parameter, Substitution, Word, is_name
from processes.tree import Tree

DEFAULT_IFS: Final = " \t\n"

HOMES: Final = {"~root": "/root", "~user": "/home/user"}
"""All users of the virtual machine."""

Pieces = list[Piece]
Expanding = Generator[Wait, None, list[Pieces]]


class ExpansionFault(Exception):
    """An expansion that ends the shell with status 2 and a message."""


class Context(Protocol):
    """What an expansion needs of the shell."""

    variables: dict[str, str]
    arguments: list[str]

    @property
    def tree(self) -> Tree:
        """The file system."""

    @property
    def folder(self) -> str:
        """The working directory."""

    def special(self, name: str) -> str:
        """Value of `$?`, `$$`, `$!`, `$-`, `$0`."""

    def assign(self, name: str, value: str) -> None:
        """Set a variable."""

    def output_of(self, body: Node | None) -> Generator[Wait, None, str]:
        """Run a command substitution."""


class _Fields:
    """Grows a list of fields; a field exists once something, if only quotes, was put in it."""

    def __init__(self) -> None:
        self.done: list[Pieces] = []
        self.open: Pieces | None = None

    def put(self, text: str, *, quoted: bool) -> None:
        if text or quoted:
            if self.open is None:
                self.open = []
            self.open.append((text, quoted))

    def cut(self) -> None:
        if self.open is not None:
            self.done.append(self.open)
        self.open = None

    def split(self, text: str, ifs: str) -> None:
        """Put unquoted text, cut at characters of `ifs`."""
        start = index = 0
        while index < len(text):
            if text[index] not in ifs:
                index += 1
                continue
            self.put(text[start:index], quoted=False)
            end, solid = _delimiter(text, index, ifs)
            if solid and self.open is None:
                self.open = []
            self.cut()
            start = index = end
        self.put(text[start:], quoted=False)


def _delimiter(text: str, index: int, ifs: str) -> tuple[int, bool]:
    """End of the delimiter at `index`, and whether it holds a character other than blank."""
    solid = False
    while index < len(text) and text[index] in ifs:
        if text[index] not in DEFAULT_IFS:
            if solid:
                break
            solid = True
        index += 1
    return index, solid


def fields(shell: Context, words: tuple[Word, ...]) -> Generator[Wait, None, list[str]]:
    """Full expansion of the words of a command."""
    result: list[str] = []
    for word in words:
        for pieces in (yield from _expand(shell, word, splits=True)):
            found = paths(shell.tree, shell.folder, pieces) if is_pattern(pieces) else []
            result += found or [joined(pieces)]
    return result


def text(shell: Context, word: Word, *, assignment: bool = False) -> Generator[Wait, None, str]:
    """Expansion to one string: assignments, redirection targets, here-documents."""
    return joined((yield from pieces_of(shell, word, assignment=assignment)))


def pieces_of(shell: Context, word: Word, *, assignment: bool = False) -> Generator[Wait, None, Pieces]:
    """Expansion to one field that still knows what was quoted, as patterns need it."""
    found = yield from _expand(shell, word, splits=False, assignment=assignment)
    return [piece for pieces in found for piece in pieces]


def joined(pieces: Pieces) -> str:
    """The characters without the knowledge of quotes."""
    return "".join(text for text, _ in pieces)


def _expand(shell: Context, word: Word, *, splits: bool, assignment: bool = False) -> Expanding:
    out = _Fields()
    for index, part in enumerate(word):
        if isinstance(part, Literal):
            after = index + 1 < len(word)
            out.put(part.text if part.quoted else _tilde(shell, part.text, index, after, assignment), quoted=part.quoted)
        elif isinstance(part, Substitution):
            output = yield from shell.output_of(part.body)
            _value(shell, out, output, quoted=part.quoted, splits=splits)
        elif part.name in ("@", "*") and not part.op:
            _arguments(shell, out, part, splits=splits)
        else:
            yield from _parameter(shell, out, part, splits=splits)
    out.cut()
    return out.done


def _value(shell: Context, out: _Fields, value: str, *, quoted: bool, splits: bool) -> None:
    if splits and not quoted:
        out.split(value, shell.variables.get("IFS", DEFAULT_IFS))
    else:
        out.put(value, quoted=quoted)


def _arguments(shell: Context, out: _Fields, part: Parameter, *, splits: bool) -> None:
    if part.name == "*" and part.quoted:
        out.put(shell.variables.get("IFS", " ")[:1].join(shell.arguments), quoted=True)
        return
    between = shell.variables.get("IFS", " ")[:1]
    for index, argument in enumerate(shell.arguments):
        if index and splits:
            out.cut()
        elif index:
            out.put(between, quoted=part.quoted)
        _value(shell, out, argument, quoted=part.quoted, splits=splits)


def _tilde(shell: Context, literal: str, index: int, after: bool, assignment: bool) -> str:  # noqa: FBT001 - position in a word
    if "~" not in literal:
        return literal
    pieces = literal.split(":") if assignment else [literal]
    for place, piece in enumerate(pieces):
        name, slash, rest = piece.partition("/")
        whole = slash or place < len(pieces) - 1 or not after
        home = shell.variables.get("HOME") if name == "~" else HOMES.get(name)
        if home is not None and whole and (index == 0 or place > 0):
            pieces[place] = home + slash + rest
    return ":".join(pieces)


def _parameter(shell: Context, out: _Fields, part: Parameter, *, splits: bool) -> Generator[Wait, None, None]:
    if part.op == "bad" or not part.name:
        message = "Bad substitution"
        raise ExpansionFault(message)
    value = _lookup(shell, part.name)
    op = part.op
    if op == "length":
        _value(shell, out, str(len(value or "")), quoted=part.quoted, splits=splits)
        return
    if op in ("%", "%%", "#", "##"):
        if value is not None:  # else dash does not look at the pattern, whatever that would do
            value = trimmed(compiled((yield from pieces_of(shell, part.word))), value, op)
        _value(shell, out, value or "", quoted=part.quoted, splits=splits)
        return
    missing = value is None or (op.startswith(":") and not value)
    if op.endswith("+"):
        if missing:
            out.put("", quoted=part.quoted)
        else:
            yield from _alternative(shell, out, part, splits=splits)
    elif missing and op:
        yield from _missing(shell, out, part, splits=splits)
    else:
        _value(shell, out, value or "", quoted=part.quoted, splits=splits)


def _missing(shell: Context, out: _Fields, part: Parameter, *, splits: bool) -> Generator[Wait, None, None]:
    if part.op.endswith("-"):
        yield from _alternative(shell, out, part, splits=splits)
        return
    word = yield from text(shell, part.word)
    if part.op.endswith("?"):
        default = "parameter not set" if part.op == "?" else "parameter not set or null"
        message = f"{part.name}: {word if part.word else default}"
        raise ExpansionFault(message)
    if not is_name(part.name):
        message = f"{part.name}: bad variable name"
        raise ExpansionFault(message)
    shell.assign(part.name, word)
    _value(shell, out, word, quoted=part.quoted, splits=splits)


def _alternative(shell: Context, out: _Fields, part: Parameter, *, splits: bool) -> Generator[Wait, None, None]:
    """The word of `${name:-word}`, which splits where it is not quoted, literal text included."""
    if part.quoted:
        out.put((yield from text(shell, part.word)), quoted=True)
        return
    for place, pieces in enumerate((yield from _expand(shell, part.word, splits=splits))):
        if place:
            out.cut()
        for piece, quoted in pieces:
            if splits and not quoted:
                out.split(piece, shell.variables.get("IFS", DEFAULT_IFS))
            else:
                out.put(piece, quoted=quoted)


def _lookup(shell: Context, name: str) -> str | None:
    if is_name(name):
        return shell.variables.get(name)
    if name.isdecimal() and name != "0":
        index = int(name) - 1
        return shell.arguments[index] if index < len(shell.arguments) else None
    if name == "#":
        return str(len(shell.arguments))
    if name in ("@", "*"):
        return " ".join(shell.arguments) if shell.arguments else None
    return shell.special(name)
