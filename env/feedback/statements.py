"""A source as the statements that can be blamed: each simple one, and the head of each that holds others."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from code_review_env.env.scoring.gate import Parsed

_SILENT: Final = (ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
"""What computes nothing that a call could get wrong."""


@dataclass(frozen=True, slots=True, order=True)
class Statement:
    """Rows of one statement without those of the statements in it.

    Attributes:
        first: 1-based row.
        last: 1-based row, at least `first`.
        always: part of the module itself, so that it ran before every call.
    """

    first: int
    last: int
    always: bool

    def ran(self, lines: frozenset[int]) -> bool:
        """Whether a call that ran these lines ran a part of it."""
        return self.always or not lines.isdisjoint(range(self.first, self.last + 1))


def statements(parsed: Parsed) -> tuple[Statement, ...]:
    """All of a file, in the order of the text."""
    return tuple(sorted(set(_within(parsed.tree.body, always=True))))


def _within(body: Iterable[ast.stmt | ast.excepthandler | ast.match_case], *, always: bool) -> Iterator[Statement]:
    for node in body:
        inner = [*_blocks(node)]
        last = min((_first(one) for one in inner), default=_last(node) + 1) - 1
        if not isinstance(node, _SILENT) and not _is_docstring(node):
            yield Statement(_first(node), max(_first(node), last), always)
        yield from _within(inner, always=always and isinstance(node, ast.If | ast.Try | ast.With | ast.ClassDef))


def _blocks(node: ast.AST) -> Iterator[ast.stmt | ast.excepthandler | ast.match_case]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child


def _first(node: ast.stmt | ast.excepthandler | ast.match_case) -> int:
    return node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno


def _last(node: ast.stmt | ast.excepthandler | ast.match_case) -> int:
    return _last(node.body[-1]) if isinstance(node, ast.match_case) else node.end_lineno or node.lineno


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
