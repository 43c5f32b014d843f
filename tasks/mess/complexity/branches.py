"""`if` statements taken apart, doubled, and nested where guards would do."""

import ast
import random
from collections.abc import Iterator
from typing import Final

from code_review_env.tasks.mess.complexity.conditions import operands
from code_review_env.tasks.mess.complexity.places import blocks, functions, shuffled
from code_review_env.tasks.mess.complexity.sink import Sink
from code_review_env.tasks.mess.complexity.tails import Mover, ends
from code_review_env.tasks.mess.complexity.text import SAME, Lines, Unfit, inner, replaced, statements
from code_review_env.tasks.mess.complexity.words import VALUES, fresh
from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.source import Source, walk

_SHORT: Final = 2
"""Lines that somebody may copy."""


def _ifs(source: Source, rng: random.Random) -> Iterator[ast.If]:
    found = [
        (function, node)
        for function in functions(source)
        for block in blocks(function)
        for node in block
        if isinstance(node, ast.If)
    ]
    return shuffled(source, rng, found)


def _replaced(source: Source, node: ast.If, lines: Lines) -> Change:
    """The lines in place of an `if`, or of an `elif`, which they continue."""
    if source.of(node).startswith("elif"):
        lines = [f"el{lines[0]}", *lines[1:]]
    return replaced(source, node, lines)


def _both(source: Source, rng: random.Random) -> Iterator[Change]:
    """`if a and b` as one `if` in another; a short `else` is copied."""
    for node in _ifs(source, rng):
        if not isinstance(node.test, ast.BoolOp) or not isinstance(node.test.op, ast.And):
            continue
        other = statements(source, node.orelse)
        if len(other) > _SHORT or (node.orelse and isinstance(node.orelse[0], ast.If)):
            continue
        lines = statements(source, node.body)
        for test in reversed(operands(source, node.test)):
            lines = [f"if {test}:", *inner(lines), *(["else:", *inner(other)] if other else [])]
        yield _replaced(source, node, lines)


def _either(source: Source, rng: random.Random) -> Iterator[Change]:
    """`if a or b` as `if a` and `elif b` with the same short body."""
    for node in _ifs(source, rng):
        body = statements(source, node.body)
        if not isinstance(node.test, ast.BoolOp) or not isinstance(node.test.op, ast.Or) or len(body) > _SHORT:
            continue
        word = "if" if ends(node.body) and not node.orelse and not source.of(node).startswith("elif") else "elif"
        lines = []
        for at, test in enumerate(operands(source, node.test)):
            lines += [f"{word if at else 'if'} {test}:", *inner(body)]
        other = statements(source, node.orelse)
        yield _replaced(source, node, [*lines, *(["else:", *inner(other)] if other else [])])


def _guards(source: Source, rng: random.Random) -> Iterator[Change]:
    """Everything behind a guard moved into its `else`."""
    return _moved(source, rng, variable=False)


def _single_exit(source: Source, rng: random.Random) -> Iterator[Change]:
    """Early returns collected in one variable."""
    return _moved(source, rng, variable=True)


def _moved(source: Source, rng: random.Random, *, variable: bool) -> Iterator[Change]:
    for node in shuffled(source, rng, [(function, function) for function in functions(source)]):
        body = node.body[ast.get_docstring(node, clean=False) is not None :]
        if sum(isinstance(one, ast.Return) for one in walk(node)) < 2 or not body:  # noqa: PLR2004 - more than one
            continue
        try:
            sink = Sink(fresh(source, rng, VALUES)) if variable else Sink()
            lines = Mover(source, SAME, sink).moved(body)
        except Unfit:
            continue
        start, end = source.line_span(body[0])[0], source.line_span(body[-1])[1]
        text = "".join(f"    {line}\n" if line else "\n" for line in [*lines, *([f"return {sink.name}"] if variable else [])])
        if text != source.text[start:end]:
            yield (Edit(start, end, text),)


TRANSFORMS: Final = (
    Transform("both as nested ifs", "C901", "local", _both),
    Transform("either as two ifs", "C901", "local", _either),
)
NESTING: Final = (
    Transform("guards as nested else", "C901", "local", _guards),
    Transform("one return at the end", "C901", "local", _single_exit),
)
"""They tangle without raising the complexity."""
