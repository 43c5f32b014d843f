"""Exception handlers: E722, F841."""

import ast
import random
from collections.abc import Iterable, Iterator
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.source import Source


def _bare(source: Source, _: random.Random) -> Iterator[Change]:
    """The last handler without its type, where the body raises nothing itself and calls no function of the file.

    What else could arrive is an error of the interpreter, and cases in which the oracle raises one are no part of a task.
    """
    own = {node.name for node in source.tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    for node in source.all(ast.Try):
        inner = [part for statement in node.body for part in ast.walk(statement)]
        calls = {part.id for part in inner if isinstance(part, ast.Name)}
        if not calls & own and not any(isinstance(one, ast.Raise) for one in inner):
            yield from ((Edit(start, end, "except"),) for start, end, name in _typed(source, node.handlers[-1:]) if not name)


def _typed(source: Source, handlers: Iterable[ast.ExceptHandler]) -> Iterator[tuple[int, int, str | None]]:
    """Where `except` and its type stand, up to the colon or the name, and the name."""
    for node in handlers:
        if node.type is not None:
            end = source.end(node.type)
            if source.text[end : end + 1] in {":", " "}:
                yield source.start(node), end, node.name


def _named(source: Source, rng: random.Random) -> Iterator[Change]:
    """A name for the exception that nobody reads."""
    free = [name for name in ("e", "err", "exc", "error", "ex") if name not in source.names]
    for _, end, name in _typed(source, source.all(ast.ExceptHandler)):
        if free and not name:
            yield (Edit(end, end, f" as {rng.choice(free)}"),)


TRANSFORMS: Final = (
    Transform("bare except", "E722", "fuzz", _bare, stubborn=True),
    Transform("unused exception", "F841", "local", _named),
)
