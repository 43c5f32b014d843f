"""A source text with its tree, and where in the text each node stands."""

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Final, TypeVar

from code_review_env.tasks.signature import parse

INDENT: Final = "    "
_WORD: Final = re.compile(r"[^\W\d]\w*")

_Node = TypeVar("_Node", bound=ast.AST)
_Placed = ast.stmt | ast.expr | ast.ExceptHandler | ast.alias | ast.arg | ast.keyword


class Source:
    """Text and tree of one module; positions are offsets in characters.

    Attributes:
        text: the source.
        tree: its syntax tree.
        held_out: a transform that training never sees has changed it.
    """

    def __init__(self, text: str, *, held_out: bool = False) -> None:
        self.text = text
        self.held_out = held_out
        self.tree = parse(text)

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
        """Every node but contexts, outer ones before inner ones, in the order of the text within a level."""
        return tuple(self._walked[0])

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """The node that holds each node."""
        return self._walked[1]

    @cached_property
    def _walked(self) -> tuple[list[ast.AST], dict[ast.AST, ast.AST]]:
        """Nodes and parents in one pass, which costs a third of `ast.walk` and `ast.iter_child_nodes`."""
        nodes: list[ast.AST] = [self.tree]
        parents: dict[ast.AST, ast.AST] = {}
        for node in nodes:
            for name in node._fields:
                value = getattr(node, name, None)
                if isinstance(value, ast.AST) and name != "ctx":
                    parents[value] = node
                    nodes.append(value)
                elif isinstance(value, list):
                    inner = [item for item in value if isinstance(item, ast.AST)]
                    parents.update(dict.fromkeys(inner, node))
                    nodes += inner
        return nodes, parents

    @cached_property
    def words(self) -> frozenset[str]:
        """Everything in the text that looks like a name, prose included."""
        return frozenset(_WORD.findall(self.text))

    def all(self, kind: type[_Node]) -> Iterator[_Node]:
        """The nodes of one type."""
        return (node for node in self.nodes if isinstance(node, kind))

    def plain(self, kind: type[_Node]) -> Iterator[_Node]:
        """The nodes of one type outside f-strings, where Python 3.11 does not always know the place of a node."""
        return (node for node in self.all(kind) if node not in self._formatted)

    def outer(self, node: ast.AST, kind: type[_Node]) -> _Node | None:
        """The innermost node of one type around another one, or None."""
        while node in self.parents:
            node = self.parents[node]
            if isinstance(node, kind):
                return node
        return None

    @cached_property
    def _formatted(self) -> frozenset[ast.AST]:
        return frozenset(inner for node in self.all(ast.JoinedStr) for inner in ast.walk(node) if inner is not node)

    @cached_property
    def bindings(self) -> Counter[str]:
        """How often each name is bound, whatever the scope."""
        return Counter(name for node in self.nodes for name in bound(node))

    @cached_property
    def names(self) -> frozenset[str]:
        """Every identifier of the file but attributes and keywords."""
        read = {node.id for node in self.all(ast.Name)}
        return frozenset(read | set(self.bindings))

    @cached_property
    def reflective(self) -> bool:
        """The program looks at its own names, so that none may change."""
        attributes = {node.attr for node in self.all(ast.Attribute)}
        return bool(_REFLECTIVE & (self.names | attributes))

    @cached_property
    def helpers(self) -> tuple[ast.FunctionDef, ...]:
        """Top-level functions that another part of the file reads, bound once; the entry is none of them."""
        found = []
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef) and self.bindings[node.name] == 1 and not self.reflective:
                inside = {id(inner) for inner in ast.walk(node)}
                if any(name.id == node.name and id(name) not in inside for name in self.all(ast.Name)):
                    found.append(node)
        return tuple(found)

    @cached_property
    def head(self) -> int:
        """Offset behind the docstring of the module and the imports from the future, at the start of a line."""
        rows = 0
        for index, node in enumerate(self.tree.body):
            future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
            if not future and not (index == 0 and is_text(node)):
                break
            rows = node.end_lineno or rows
        return self.line_starts[rows]

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
        ends = {index - 1 for index in self.inside_strings}
        return tuple(index for index in range(len(self.lines)) if index not in ends)

    @cached_property
    def inside_strings(self) -> frozenset[int]:
        """Indices of the lines that begin inside a string."""
        found: set[int] = set()
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            if token.type == tokenize.STRING:
                found.update(range(token.start[0], token.end[0]))
        return frozenset(found)

    def _offset(self, row: int, column: int) -> int:
        line = self.lines[row - 1]
        characters = column if line.isascii() else len(line.encode()[:column].decode())
        return self.line_starts[row - 1] + characters


def is_text(node: ast.stmt) -> bool:
    """A statement that is nothing but a string, e.g. a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def bound(node: ast.AST) -> list[str]:
    """The names that one node binds or declares, whatever the scope."""
    name: str | None = None
    match node:
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            return names
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name) | ast.MatchMapping(rest=name):
            pass
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            pass
        case ast.ExceptHandler(name=name) | ast.MatchAs(name=name) | ast.MatchStar(name=name):
            pass
        case ast.alias(name=path, asname=other):
            name = other or path.partition(".")[0]
    return [name] if name else []


_REFLECTIVE: Final = frozenset({"eval", "exec", "globals", "locals", "vars", "dir", "__name__", "__doc__", "__dict__"})


def walk(node: ast.AST) -> list[ast.AST]:
    """As `ast.walk`, in a third of the time; loads and stores, which every name shares, are left out."""
    found = [node]
    for one in found:
        for field in one._fields:
            value = getattr(one, field, None)
            if isinstance(value, list):
                found += [item for item in value if isinstance(item, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                found.append(value)
    return found


def indented(text: str, indent: str) -> str:
    """The lines of `text`, each with `indent` in front, without a line end behind the last."""
    return "\n".join(indent + line if line.strip() else line for line in text.splitlines())
