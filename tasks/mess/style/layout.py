"""Blanks and tabs: W191, W291, W292, W293, E101. The tree stays equal."""

import ast
import random
from collections.abc import Iterator
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.source import INDENT, Source

_MOST_LINES: Final = 6
"""Every line with a tab is a finding of its own."""


def _trailing(source: Source, rng: random.Random, *, blank: bool) -> Iterator[Change]:
    """Blanks at the end of lines that are empty, or of those that are not."""
    for index in source.free_lines:
        line = source.lines[index]
        body = line.rstrip("\n")
        if line.endswith("\n") and not body.endswith("\\") and bool(body) is not blank:
            at = source.line_starts[index] + len(body)
            yield (Edit(at, at, rng.choice([" ", "  ", "    ", "\t"])),)


def _behind_code(source: Source, rng: random.Random) -> Iterator[Change]:
    return _trailing(source, rng, blank=False)


def _on_blank_lines(source: Source, rng: random.Random) -> Iterator[Change]:
    return _trailing(source, rng, blank=True)


def _no_newline(source: Source, _: random.Random) -> Iterator[Change]:
    """The end of the file right behind its last character."""
    if source.text.endswith("\n") and source.text[:-1].rstrip():
        body = len(source.text.rstrip("\n"))
        yield (Edit(body, len(source.text), ""),)


def _indents(source: Source, first: int, last: int, depth: int) -> list[tuple[int, str]]:
    """Offset and blanks of the indented lines from row `first` to `last`, counted from 0; none where one is not in blanks."""
    found = []
    inside = source.inside_strings
    for index in range(first, last):
        line = source.lines[index]
        blanks = line[: len(line) - len(line.lstrip())]
        if line.strip() and index not in inside:
            if not blanks.startswith(INDENT * depth) or "\t" in blanks:
                return []
            found.append((source.line_starts[index], blanks))
    return found


def _tabs(source: Source, _: random.Random) -> Iterator[Change]:
    """Tabs in a short function, or in the brackets of a constant."""
    for node in source.tree.body:
        last = node.end_lineno or node.lineno
        if isinstance(node, ast.FunctionDef):
            rows = _indents(source, node.body[0].lineno - 1, last, 1)
        else:
            rows = _indents(source, node.lineno, last - 1, 1) if isinstance(node, ast.Assign) else []
        if 0 < len(rows) <= _MOST_LINES:
            yield tuple(Edit(at, at + len(blanks), blanks.replace(INDENT, "\t")) for at, blanks in rows)


def _mixed(source: Source, _: random.Random) -> Iterator[Change]:
    """A block that is set off by a tab where the code around it uses blanks."""
    for node in source.nodes:
        block = getattr(node, "body", None)
        if not isinstance(block, list) or isinstance(node, ast.Module):
            continue
        depth = block[0].col_offset // len(INDENT)
        first = block[0].lineno - 1
        rows = _indents(source, first, block[-1].end_lineno or first, depth)
        if depth > 1 and 0 < len(rows) <= _MOST_LINES // 2 and first != getattr(node, "lineno", 0) - 1:
            at = len(INDENT) * (depth - 1)
            yield tuple(Edit(start + at, start + at + len(INDENT), "\t") for start, _ in rows)


TRANSFORMS: Final = (
    Transform("tabs", "W191", "tree", _tabs),
    Transform("tabs and blanks", "E101", "tree", _mixed),
    Transform("trailing blanks", "W291", "tree", _behind_code),
    Transform("blanks on an empty line", "W293", "tree", _on_blank_lines),
    Transform("no newline at the end", "W292", "tree", _no_newline),
)
