"""Changes that no honest repair makes, to see the gate at work: each takes a source and the name of its function."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from code_review_env.align import line_bounds
from code_review_env.env.errors import InvalidParameter
from code_review_env.env.scoring.gate import Refusal, parse
from code_review_env.tasks.signature import Definition, definition

KEPT: Final = "_what_it_was"


@dataclass(frozen=True, slots=True)
class _Found:
    """A source with its function.

    Attributes:
        lines: of the source, with their ends.
        node: the definition.
        name: of the function.
    """

    lines: list[str]
    node: Definition
    name: str

    def renamed(self, name: str) -> str:
        """The source with the definition under another name; calls of it stay as they are."""
        at = self.node.lineno - 1
        head, word, rest = self.lines[at].partition(self.name)
        return "".join([*self.lines[:at], head, name if word else "", rest, *self.lines[at + 1 :]])


def _delete(found: _Found) -> str:
    first = min([found.node.lineno, *(one.lineno for one in found.node.decorator_list)])
    return "".join([*found.lines[: first - 1], *found.lines[found.node.end_lineno or first :]])


def _rename(found: _Found) -> str:
    return found.renamed(f"{found.name}_new")


def _widen(found: _Found) -> str:
    wait = "async " if found.node.__class__.__name__ == "AsyncFunctionDef" else ""
    given = f"return {'await ' if wait else ''}{KEPT}(*args, **kwargs)"
    return f"{found.renamed(KEPT).rstrip()}\n\n\n{wait}def {found.name}(*args, **kwargs):\n    {given}\n"


def _silence(found: _Found) -> str:
    return "".join(["# ruff: noqa\n", *found.lines])


CHANGES: Final[Mapping[str, tuple[str, Callable[[_Found], str]]]] = {
    "delete": ("Delete the function", _delete),
    "rename": ("Rename it", _rename),
    "widen": ("Widen its signature", _widen),
    "silence": ("Silence the linter", _silence),
}
"""Name -> what its button says, and the change."""


def changed(name: str, source: str, entry: str) -> str:
    """The source after a change.

    Raises:
        InvalidParameter: the source does not parse, or has no such function any more.
    """
    parsed = parse(source)
    node = None if isinstance(parsed, Refusal) else definition(parsed.tree, entry)
    if node is None:
        message = f"your last submission has no function {entry!r} to change"
        raise InvalidParameter(message)
    lines = [source[start:end] for start, end in pairwise(line_bounds(source))]
    return CHANGES[name][1](_Found(lines, node, entry))
