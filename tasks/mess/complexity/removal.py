"""What nobody names any more goes away, as a person would delete it."""

import ast

from code_review_env.tasks.mess.edit import Change, Edit
from code_review_env.tasks.mess.source import Source, walk


def unused(source: Source, defined: ast.FunctionDef | ast.Assign, last: ast.AST) -> Change:
    """Removes a function or a table whose only reader is inside `last`, comments above it included; nothing otherwise."""
    name = defined.name if isinstance(defined, ast.FunctionDef) else getattr(defined.targets[0], "id", "")
    here = sum(isinstance(one, ast.Name) and one.id == name for one in walk(last))
    reads = sum(isinstance(one.ctx, ast.Load) and one.id == name for one in source.all(ast.Name))
    if reads > 1 or here != 1:
        return ()
    first, end = source.line_span(defined)
    row = source.line_starts.index(first)
    while row and source.lines[row - 1].startswith("#"):
        row -= 1
    while source.text[end : end + 1] == "\n":
        end += 1
    return (Edit(source.line_starts[row], end, ""),)
