"""Lines over 88 columns: E501."""

import ast
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.source import Source, is_text

_LIMIT: Final = 88
_LONGEST: Final = 150

_REMARKS: Final = (
    "careful here, somebody downstream relies on exactly this and nobody remembers why it has to be so",
    "copied over from the old script, the numbers were checked by hand before the last release went out",
    "not pretty but it works, please do not touch this without asking the people who have to live with it",
    "this used to be two steps, it was merged when the import got too slow for the machines in the office",
    "asked for in the meeting, in the long run this should come from the settings and not from the code",
    "the other half of this lives in the report, whoever changes one of them has to change the other one",
    "took me an afternoon to find out that it has to happen in this order and not the other way round",
    "same as in the spreadsheet, row by row, so that both can be compared at the end of every month",
    "if this ever fails have a look at the input first, most of the time somebody typed something odd",
    "leave the odd cases alone for now, there is a ticket about them which is waiting for an answer",
)


def _remark(source: Source, rng: random.Random) -> Iterator[Change]:
    """A remark behind a statement that makes its line too long."""
    for node in source.all(ast.stmt):
        line = source.lines[(node.end_lineno or 1) - 1].rstrip("\n")
        end = source.line_starts[(node.end_lineno or 1) - 1] + len(line)
        if (
            end == source.end(node)
            and not is_text(node)
            and not isinstance(node, ast.FunctionDef | ast.If | ast.For | ast.While)
        ):
            yield (Edit(end, end, f"  # {rng.choice(_REMARKS)}"),)


def _docstring(source: Source, _: random.Random) -> Iterator[Change]:
    """Two lines of a docstring as one."""
    for node in source.all(ast.FunctionDef):
        if not is_text(node.body[0]) or source.reflective:
            continue
        rows = range(node.body[0].lineno - 1, node.body[0].end_lineno or 0)
        for one, two in pairwise(rows):
            first, second = source.lines[one].rstrip(), source.lines[two].strip()
            start = source.line_starts[one] + len(first)
            if first.strip() and second.strip('"') and _LIMIT < len(first) + 1 + len(second) <= _LONGEST:
                end = source.line_starts[two + 1] - len(source.lines[two].lstrip())
                yield (Edit(start, end, " "),)


def _unwrapped(source: Source, _: random.Random) -> Iterator[Change]:
    """A statement that was wrapped in brackets, on one line."""
    for node in source.all(ast.stmt):
        if isinstance(node, ast.Assign | ast.Return | ast.Expr | ast.AugAssign | ast.Raise) and not is_text(node):
            rows = [line.strip() for line in source.of(node).split("\n")]
            odd = any("#" in row or '"""' in row or row.endswith("\\") for row in rows)
            flat = "" if odd or len(rows) == 1 else _flat(rows)
            if _LIMIT < len(flat) + node.col_offset <= _LONGEST:
                yield (Edit(source.start(node), source.end(node), flat),)


def _flat(rows: list[str]) -> str:
    text = rows[0]
    for row in rows[1:]:
        glued = text[-1] in "([{" or row[0] in ")]}"
        text += row if glued else f" {row}"
    return text


TRANSFORMS: Final = (
    Transform("unwrapped statement", "E501", "tree", _unwrapped),
    Transform("unwrapped docstring", "E501", "local", _docstring, stubborn=True),
    Transform("long remark", "E501", "tree", _remark, stubborn=True),
)
