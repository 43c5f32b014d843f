"""House rule of the stage `sql`: the text of every statement is a constant, wherever it is put together."""

import ast
from collections.abc import Iterator
from typing import Final

from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.house.sightings import Sighting, at

BUILT: Final = "CRE421"
"""A statement whose text depends on a value, by whatever road: `%`, `format`, `replace`, `join`, a template, a helper."""

HIDDEN: Final = "CRE422"
"""A method that runs SQL is named without being called, so nothing tells what it is given."""

_RUNNERS: Final = frozenset({"execute", "executemany", "executescript"})
_HOPS: Final = 8
"""How far a name is followed."""


def sightings(parsed: Parsed) -> Iterator[Sighting]:
    """Both rules."""
    texts = _Texts(parsed)
    called = set()
    for node in parsed.outline.nodes.of(ast.Call):
        match node:
            case ast.Call(func=ast.Attribute(attr=name) as func) if name in _RUNNERS:
                called.add(id(func))
                given = [*node.args[:1], *(keyword.value for keyword in node.keywords if keyword.arg in {"sql", None})]
                if len(given) != 1 or not texts.is_constant(given[0]):
                    key = (BUILT, ast.unparse(node), *texts.spelled(given[0] if given else node))
                    yield at(parsed, node, BUILT, "the text of this statement is not constant; pass values as parameters", key)
            case ast.Call(func=ast.Name(id="getattr" | "methodcaller" | "attrgetter") | ast.Attribute(attr="methodcaller")):
                yield at(parsed, node, HIDDEN, "a method is looked up by its name; call it by its name")
    for named in parsed.outline.nodes.of(ast.Attribute):
        if named.attr in _RUNNERS and id(named) not in called:
            yield at(parsed, named, HIDDEN, f"`{named.attr}` is named and not called; call it with the statement")


class _Texts:
    """What the names of a file are bound to."""

    def __init__(self, parsed: Parsed) -> None:
        self._values: dict[str, list[ast.expr]] = {}
        self._others: set[str] = set()
        plain: set[int] = set()
        for node in parsed.outline.nodes:
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id=name) as target], value=value)
                    | ast.AnnAssign(target=ast.Name(id=name) as target, value=ast.expr() as value)
                ):
                    self._values.setdefault(name, []).append(value)
                    plain.add(id(target))
        for node in parsed.outline.nodes:
            match node:
                case ast.Name(id=name, ctx=ast.Store()) if id(node) not in plain:
                    self._others.add(name)
                case ast.arg(arg=name) | ast.ExceptHandler(name=str(name)):
                    self._others.add(name)

    def is_constant(self, node: ast.expr, hops: int = _HOPS) -> bool:
        """Whether the same text comes out whatever the values are."""
        match node:
            case ast.Constant(value=str()):
                return True
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                return self.is_constant(left, hops) and self.is_constant(right, hops)
            case ast.IfExp(body=body, orelse=orelse):
                return self.is_constant(body, hops) and self.is_constant(orelse, hops)
            case ast.Subscript(value=ast.Name(id=name)) if hops and name not in self._others:
                return all(self._is_table(value, hops - 1) for value in self._values.get(name, [node]))
            case ast.Name(id=name) if hops and name in self._values and name not in self._others:
                return all(self.is_constant(value, hops - 1) for value in self._values[name])
        return False

    def _is_table(self, node: ast.expr, hops: int) -> bool:
        """A dict of constant texts: one of them is chosen."""
        return isinstance(node, ast.Dict) and all(self.is_constant(value, hops) for value in node.values)

    def spelled(self, node: ast.expr) -> Iterator[str]:
        """What the names in an expression are bound to, so that another binding is another thing."""
        for part in ast.walk(node):
            if isinstance(part, ast.Name):
                yield from (ast.unparse(value) for value in self._values.get(part.id, []))
