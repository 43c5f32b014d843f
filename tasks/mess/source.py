"""A source text with its tree, and where in the text each node stands."""

import ast
import io
import tokenize
from collections.abc import Iterator
from functools import cached_property
from typing import Final, TypeVar

INDENT: Final = "    "

_Node = TypeVar("_Node", bound=ast.AST)
_Placed = ast.stmt | ast.expr | ast.ExceptHandler | ast.alias | ast.arg | ast.keyword


class Source:
    """Text and tree of one module; positions are offsets in characters.

    Attributes:
        text: the source.
        tree: its syntax tree.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.tree = ast.parse(text)

    @cached_property
    def lines(self) -> list[str]:
        """Lines with their ends."""
        return self.text.splitlines(keepends=True)

    @cached_property
    def line_starts(self) -> list[int]:
        """Offset of each line, and of the end of the text."""
        starts = [0]
        for line in self.lines:
            starts.append(starts[-1] + len(line))
        return starts

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node, outer ones before inner ones, in the order of the text within a level."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """The node that holds each node."""
        return {child: node for node in self.nodes for child in ast.iter_child_nodes(node)}

    def all(self, kind: type[_Node]) -> Iterator[_Node]:
        """The nodes of one type."""
        return (node for node in self.nodes if isinstance(node, kind))

    def start(self, node: _Placed) -> int:
        """Offset of the first character; decorators count."""
        decorators = getattr(node, "decorator_list", None)
        if decorators:
            return self.start(decorators[0]) - 1
        return self._offset(node.lineno, node.col_offset)

    def end(self, node: _Placed) -> int:
        """Offset behind the last character."""
        return self._offset(node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)

    def of(self, node: _Placed) -> str:
        """The text of a node."""
        return self.text[self.start(node) : self.end(node)]

    def indent(self, node: ast.stmt) -> str:
        """The blanks in front of the line on which a statement begins."""
        line = self.lines[node.lineno - 1]
        return line[: len(line) - len(line.lstrip())]

    def line_span(self, node: ast.stmt) -> tuple[int, int]:
        """Offsets of the whole lines of a statement, comments behind it included."""
        first = self.text.rfind("\n", 0, self.start(node)) + 1
        return first, self.line_starts[node.end_lineno or node.lineno]

    @cached_property
    def free_lines(self) -> tuple[int, ...]:
        """Indices of the lines whose end lies inside no string, so that blanks there mean nothing."""
        taken: set[int] = set()
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            if token.type == tokenize.STRING:
                taken.update(range(token.start[0] - 1, token.end[0] - 1))
        return tuple(index for index in range(len(self.lines)) if index not in taken)

    def _offset(self, row: int, column: int) -> int:
        line = self.lines[row - 1]
        characters = column if line.isascii() else len(line.encode()[:column].decode())
        return self.line_starts[row - 1] + characters


def indented(text: str, indent: str) -> str:
    """The lines of `text`, each with `indent` in front, without a line end behind the last."""
    return "\n".join(indent + line if line.strip() else line for line in text.splitlines())
