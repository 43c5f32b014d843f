"""Pieces of a source as lines that can stand at another depth, with names replaced on the way."""

import ast
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, rewritten
from code_review_env.tasks.mess.source import INDENT, Source, walk

Names = Mapping[str, str]
"""Name in the source -> text that stands for it."""

SAME: Final[Names] = MappingProxyType({})

Lines = list[str]
"""Statements without the indentation that they get later."""


_QUOTES: Final = frozenset("\"'\\\\")
_WORDS: Final = re.compile(r'"[\w .,:;!?/+-]*"')


class Unfit(ValueError):
    """This piece cannot be moved; the transform looks for another."""


def expression(source: Source, node: ast.expr, names: Names = SAME) -> str:
    """An expression on one line."""
    return _flat(_renamed(source, node, names))


def bracketed(source: Source, node: ast.expr, names: Names = SAME) -> str:
    """An expression that can be an operand."""
    text = expression(source, node, names)
    loose = isinstance(node, ast.BoolOp | ast.IfExp | ast.Lambda | ast.Compare | ast.NamedExpr | ast.BinOp | ast.UnaryOp)
    return f"({text})" if loose else text


def statements(source: Source, nodes: Sequence[ast.stmt], names: Names = SAME) -> Lines:
    """Statements as they stand, each with its own inner indentation."""
    return [line for node in nodes for line in _statement(source, node, names)]


def inner(lines: Lines) -> Lines:
    """The lines one level deeper."""
    return [INDENT + line if line else line for line in lines]


def placed(source: Source, at: ast.stmt, lines: Lines) -> str:
    """The lines at the depth of a statement."""
    indent = source.indent(at)
    return "".join(f"{indent}{line}\n" if line else "\n" for line in lines)


def replaced(source: Source, at: ast.stmt, lines: Lines) -> Change:
    """The lines in place of a statement."""
    return (Edit(*source.line_span(at), placed(source, at, lines)),)


def in_front(source: Source, at: ast.stmt, lines: Lines, node: ast.expr, text: str) -> Change:
    """The lines in front of a statement, and `text` in place of one of its expressions."""
    start = source.line_span(at)[0]
    if source.of(node).startswith("(") and isinstance(node, ast.GeneratorExp):
        text = f"({text})"
    return Edit(start, start, placed(source, at, lines)), Edit(source.start(node), source.end(node), text)


def _renamed(source: Source, node: ast.stmt | ast.expr, names: Names) -> str:
    start, text = source.start(node), source.of(node)
    if not names:
        return text
    edits = []
    for one in walk(node):
        if isinstance(one, ast.Name) and one.id in names:
            edits.append(_renaming(source, one, names[one.id], start))
        elif isinstance(one, ast.ExceptHandler) and one.name in names:
            raise Unfit(one.name)
    return rewritten(text, edits)


def _renaming(source: Source, name: ast.Name, text: str, start: int) -> Edit:
    """Inside an f-string a word in quotes becomes part of the text around it."""
    at = source.start(name)
    end = at + len(name.id)
    if source.text[at:end] != name.id:
        raise Unfit(name.id)
    if set(text) & _QUOTES and isinstance(source.parents[name], ast.FormattedValue):
        if source.text[at - 1] != "{" or source.text[end] != "}" or not _WORDS.fullmatch(text):
            raise Unfit(name.id)
        return Edit(at - 1 - start, end + 1 - start, text[1:-1])
    if set(text) & _QUOTES and _in_string(source, name):
        raise Unfit(name.id)
    return Edit(at - start, end - start, text)


def _in_string(source: Source, node: ast.AST) -> bool:
    while not isinstance(node, ast.stmt | ast.JoinedStr):
        node = source.parents[node]
    return isinstance(node, ast.JoinedStr)


def _statement(source: Source, node: ast.stmt, names: Names) -> Lines:
    indent = source.indent(node)
    lines = [line.removeprefix(indent) for line in _renamed(source, node, names).split("\n")]
    return [lines[0].removeprefix("el") if isinstance(node, ast.If) else lines[0], *lines[1:]]


def _flat(text: str) -> str:
    if "\n" not in text:
        return text
    text = " ".join(line.strip() for line in text.split("\n"))
    return re.sub(r"([(\[{]) ", r"\1", re.sub(r",? ([)\]}])", r"\1", text))
