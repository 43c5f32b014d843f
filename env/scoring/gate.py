"""The first gate: does every later judge read this text the same way? Safe on hostile text, in any thread."""

import ast
import codecs
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar, cast

from code_review_env.env.scoring.report import Diagnostic
from code_review_env.env.scoring.scopes import Outline, TooDeep, outline
from code_review_env.reply import quiet_tree

_Answer = TypeVar("_Answer")

MAX_BYTES: Final = 64 * 1024
MAX_DEPTH: Final = 200
"""Deeper trees crash tools that walk them recursively; the deepest file of the standard library has 33 levels."""

MAX_TARGETS: Final = 200
"""Targets of one assignment; the linter's time grows with their square."""

FILE_NAME: Final = "submission.py"

_COOKIE: Final = re.compile(r"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.ASCII)
"""Source: PEP 263."""

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_DETAIL_CHARACTERS: Final = 200


@dataclass(frozen=True, slots=True, eq=False)
class Parsed:
    """A text that passed the gate.

    Attributes:
        source: the text without a byte order mark.
        tree: its module.
        sha256: 64 hex digits, of the text as it was sent.
        lines: the source as the interpreter counts lines.
        outline: the tree taken apart.
    """

    source: str
    tree: ast.Module
    sha256: str
    lines: tuple[str, ...]
    outline: Outline
    _kept: dict[Callable[..., Any], object] = field(default_factory=dict, repr=False)

    def once(self, analysis: "Callable[[Parsed], _Answer]") -> _Answer:
        """The result of a pure analysis of this file, computed on first use and kept as long as the file.

        Two threads may both compute it; their results are equal, so it does not matter whose is kept.
        """
        if analysis not in self._kept:
            self._kept[analysis] = analysis(self)
        return cast("_Answer", self._kept[analysis])


@dataclass(frozen=True, slots=True)
class Refusal:
    """A text that nothing else can judge; `detail` is one line for the agent."""

    verdict: Literal["unparsable", "empty", "oversize"]
    detail: str
    diagnostics: tuple[Diagnostic, ...] = ()


def lines_of(source: str) -> list[str]:
    """The lines as the interpreter counts them; `str.splitlines` would also split at form feeds and Unicode separators."""
    return _LINE_END.split(source)


def column_of(parsed: Parsed, node: ast.expr | ast.stmt | ast.arg) -> int:
    """1-based column of a node in code points, as the linter counts; the tree itself counts UTF-8 bytes from 0."""
    line = parsed.lines[node.lineno - 1]
    return len(line.encode()[: node.col_offset].decode(errors="replace")) + 1


def parse(text: str) -> Parsed | Refusal:
    """Let `text` pass, or say in one line why nothing can judge it. Never raises."""
    try:
        encoded = text.encode()
    except UnicodeEncodeError as error:
        return _unparsable(f"character {error.start} is a lone surrogate, which UTF-8 cannot encode", 1, 1)
    if len(encoded) > MAX_BYTES:
        return Refusal("oversize", f"the file has {len(encoded)} bytes, the limit is {MAX_BYTES}")
    source = text.removeprefix("\ufeff")
    tree = _misread(source) or _tree(source)
    if isinstance(tree, Refusal):
        return tree
    try:
        parts = outline(tree, MAX_DEPTH)
    except TooDeep as error:
        return _unparsable(str(error), 1, 1)
    if source.count("=") > MAX_TARGETS and any(map(_is_wide, parts.nodes.of(ast.Assign))):
        return _unparsable(f"an assignment has more than {MAX_TARGETS} targets", 1, 1)
    return Parsed(source, tree, hashlib.sha256(encoded).hexdigest(), tuple(lines_of(source)), parts)


def _is_wide(node: ast.Assign) -> bool:
    return len(node.targets) > MAX_TARGETS


def _misread(source: str) -> Refusal | None:
    """Text that the linter and the interpreter would read differently."""
    at = source.find("\0")
    if at >= 0:
        return _unparsable("the file holds a NUL character", len(lines_of(source[:at])), 1)
    for row, line in enumerate(lines_of(source)[:2], start=1):
        cookie = _COOKIE.match(line)
        if cookie and not _is_utf8(cookie[1]):
            return _unparsable(f"the file declares the encoding {cookie[1]}; only utf-8 is read", row, 1)
    return None


def _is_utf8(name: str) -> bool:
    try:
        return codecs.lookup(name).name == "utf-8"
    except LookupError:
        return False


def _tree(source: str) -> ast.Module | Refusal:
    try:
        tree = quiet_tree(source, FILE_NAME)
    except SyntaxError as error:
        return _unparsable(error.msg, error.lineno or 1, error.offset or 1)
    except (RecursionError, MemoryError):
        # Where the parser gives up depends on how deep its caller is, so it says what is said of every tree too deep.
        return _unparsable(TooDeep.message(MAX_DEPTH), 1, 1)
    except ValueError as error:
        return _unparsable(str(error), 1, 1)
    if not tree.body:
        return Refusal("empty", "the file holds no statement")
    return tree


def _unparsable(message: str, row: int, column: int) -> Refusal:
    detail = " ".join(message.split())[:_DETAIL_CHARACTERS]
    found = Diagnostic(max(1, row), max(1, column), "invalid-syntax", detail, source="parser")
    return Refusal("unparsable", f"{detail} (line {found.row})", (found,))
