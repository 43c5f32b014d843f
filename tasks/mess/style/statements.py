"""Several statements on a line, and semicolons: E701, E702, E703. The tree stays equal."""

import ast
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.source import Source, is_text

_SIMPLE: Final = (
    *(ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Raise, ast.Pass, ast.Break, ast.Continue),
    *(ast.Import, ast.ImportFrom, ast.Delete, ast.Global, ast.Nonlocal, ast.Assert),
)
_LONGEST: Final = 100
"""Nobody in a hurry writes longer lines than this on purpose."""


def _blocks(source: Source) -> Iterator[tuple[ast.AST, list[ast.stmt]]]:
    """Every list of statements with the node that holds it."""
    for node in source.nodes:
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block:
                yield node, block


def _simple(source: Source, node: ast.stmt) -> bool:
    """A statement of one line that holds no other."""
    return isinstance(node, _SIMPLE) and not is_text(node) and "\n" not in source.of(node)


def _behind_colon(source: Source, _: random.Random) -> Iterator[Change]:
    """The only statement of a block behind the colon."""
    for owner, block in _blocks(source):
        node = block[0]
        if len(block) > 1 or isinstance(owner, ast.FunctionDef | ast.ClassDef | ast.Module) or not _simple(source, node):
            continue
        above = source.lines[node.lineno - 2]
        at = source.start(node)
        end = source.line_starts[node.lineno - 2] + len(above.rstrip())
        short = len(above.rstrip()) + len(source.of(node)) < _LONGEST
        if short and above.rstrip().endswith(":") and "#" not in above and not source.text[end:at].strip():
            yield (Edit(end, at, " "),)


def _joined(source: Source, _: random.Random) -> Iterator[Change]:
    """Two neighbours on one line."""
    for one, two in (pair for _, block in _blocks(source) for pair in pairwise(block)):
        if _simple(source, one) and _simple(source, two) and two.lineno == one.lineno + 1:
            end, at = source.end(one), source.start(two)
            short = len(source.of(one)) + len(source.of(two)) + one.col_offset < _LONGEST
            if short and not source.text[end:at].strip():
                yield (Edit(end, at, "; "),)


def _closed(source: Source, _: random.Random) -> Iterator[Change]:
    """A semicolon at the end of a line."""
    for node in source.all(ast.stmt):
        if isinstance(node, _SIMPLE) and not is_text(node):
            end = source.end(node)
            if source.text[end : end + 1] == "\n":
                yield (Edit(end, end, ";"),)


TRANSFORMS: Final = (
    Transform("statement behind a colon", "E701", "tree", _behind_colon),
    Transform("statements on one line", "E702", "tree", _joined),
    Transform("closing semicolon", "E703", "tree", _closed),
)
