"""Long lines that a formatter leaves: comments, docstrings and texts."""

import ast
import io
import re
import textwrap
import tokenize
from collections.abc import Iterable
from typing import Final

from code_review_env.baseline_agent.rules.style.linter import LINE_LENGTH, Found

_HOLDERS: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_READS_DOCSTRINGS: Final = re.compile(r"\b(__doc__|getdoc|help|pydoc)\b")


def long_rows(source: str) -> set[int]:
    """Rows that are too long."""
    return {row for row, line in enumerate(source.splitlines(), start=1) if len(line.expandtabs(4)) > LINE_LENGTH}


def comments_wrapped(source: str, rows: set[int]) -> str:
    """Comments of long lines stand above the line, in as many lines as they need."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, SyntaxError):
        return source
    lines = source.splitlines(keepends=True)
    for token in reversed(tokens):
        row, column = token.start
        if token.type == tokenize.COMMENT and row in rows:
            code = lines[row - 1][:column]
            indent = code[: len(code) - len(code.lstrip())]
            lines[row - 1 : row] = [code.rstrip() + "\n"] if code.strip() else []
            while row > 1 and lines[row - 2].rstrip().endswith("\\"):
                row -= 1  # no comment may stand inside a line that goes on behind a backslash
            lines[row - 1 : row - 1] = _comment(token.string, indent)
    return "".join(lines)


def _comment(text: str, indent: str) -> list[str]:
    prose = text.lstrip("#").strip()
    wrapped = textwrap.wrap(
        prose,
        width=LINE_LENGTH,
        initial_indent=f"{indent}# ",
        subsequent_indent=f"{indent}# ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [f"{line}\n" for line in wrapped]


def docstrings_wrapped(source: str, found: Iterable[Found]) -> str:
    """Long lines of docstrings are wrapped, blanks at their ends dropped, unless the file reads its own docstrings."""
    if _READS_DOCSTRINGS.search(source):
        return source
    long = {one.row for one in found if one.rule == "E501"}
    ragged = {one.row for one in found if one.rule in {"W291", "W293"}}
    lines = source.splitlines(keepends=True)
    inside = {row for first, last in _docstrings(source) for row in range(first, last + 1)}
    for row in sorted(inside & (long | ragged), reverse=True):
        line = lines[row - 1].rstrip() + "\n"
        lines[row - 1 : row] = _prose(line) if row in long else [line]
    return "".join(lines)


def docstrings_assigned(source: str) -> str:
    """Where a file reads docstrings, those that layout would change become assignments of the same text."""
    if not _READS_DOCSTRINGS.search(source):
        return source
    tree = ast.parse(source)
    lines = source.splitlines(keepends=True)
    holders = [node for node in ast.walk(tree) if isinstance(node, _HOLDERS) and _is_delicate(node)]
    for node in sorted(holders, key=lambda one: -one.body[0].lineno):
        text = node.body[0]
        first, last = text.lineno - 1, text.end_lineno or text.lineno
        indent = " " * text.col_offset
        function = node if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else None
        target = f"{function.name}.__doc__" if function else "__doc__"
        outer = " " * function.col_offset if function else indent
        assignment = f"{outer}{target} = {ast.get_docstring(node, clean=False)!r}\n"
        if function:
            lines[function.end_lineno : function.end_lineno] = ["\n", assignment]
            lines[first:last] = [] if len(node.body) > 1 else [f"{indent}pass\n"]
        else:
            lines[first:last] = [assignment]
    return "".join(lines)


def _is_delicate(node: ast.AST) -> bool:
    """Whether the docstring stands on lines of its own and has ragged or long lines."""
    text = ast.get_docstring(node, clean=False)  # type: ignore[arg-type] # one that can hold one
    if text is None or getattr(node, "decorator_list", None):
        return False
    first = node.body[0]  # type: ignore[attr-defined] # as above
    if first.lineno == getattr(node, "lineno", 0):
        return False
    return any(
        line != line.rstrip() or "\t" in line or first.col_offset + len(line) > LINE_LENGTH for line in text.split("\n")
    )


def _docstrings(source: str) -> list[tuple[int, int]]:
    nodes = [
        node for node in ast.walk(ast.parse(source)) if isinstance(node, _HOLDERS) and ast.get_docstring(node) is not None
    ]
    return [(node.body[0].lineno, node.body[0].end_lineno or 0) for node in nodes]


def _prose(line: str) -> list[str]:
    indent = line[: len(line) - len(line.lstrip())]
    wrapped = textwrap.wrap(
        line.strip(),
        width=LINE_LENGTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [f"{one}\n" for one in wrapped]
