"""Truth values that stand in for a branch: `(a, b)[x > 3]` decides like an `if`, and no complexity measure sees it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Self

from code_review_env.env.scoring.scopes import Function, ScopeNode, own_nodes

_ANSWERS: Final = frozenset(
    {
        "bool",
        "isinstance",
        "issubclass",
        "callable",
        "hasattr",
        "any",
        "all",
        "startswith",
        "endswith",
        "isalpha",
        "isdigit",
        "isdecimal",
        "isnumeric",
        "isalnum",
        "isspace",
        "islower",
        "isupper",
        "istitle",
        "isidentifier",
        "isascii",
        "isprintable",
        "issubset",
        "issuperset",
        "isdisjoint",
        "__lt__",
        "__le__",
        "__eq__",
        "__ne__",
        "__gt__",
        "__ge__",
        "__contains__",
        "__bool__",
    }
)
"""Functions and methods whose result is a truth value, by the last part of their name."""

_OPERATORS: Final = frozenset({"lt", "le", "eq", "ne", "gt", "ge", "not_", "truth", "is_", "is_not", "contains"})
"""The same in the module `operator`."""

_NUMERIC: Final = frozenset({"int", "float", "complex", "sum", "min", "max", "abs", "round", "pow", "divmod", "range"})
_LOOKUPS: Final = frozenset({"get", "__getitem__", "itemgetter"})


@dataclass(frozen=True, slots=True)
class Truths:
    """What besides an expression's own form makes it a truth value.

    Attributes:
        functions: functions of the file that return nothing else.
        names: local names that hold one.
    """

    functions: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()

    @classmethod
    def of_module(cls, tree: ast.Module) -> Self:
        """The file's own predicates."""
        plain = cls()
        found = {node.name for node in ast.walk(tree) if isinstance(node, Function) and plain.predicate(node)}
        return cls(functions=frozenset(found))

    def within(self, scope: ScopeNode) -> "Truths":
        """With the names that `scope` assigns truth values to."""
        names = {
            target.id
            for node in own_nodes(scope)
            for target, value in _assignments(node)
            if isinstance(target, ast.Name) and self.holds(value)
        }
        return Truths(self.functions, frozenset(names))

    def predicate(self, function: Function) -> bool:
        """Every `return` of the function gives a truth value."""
        returned = [node.value for node in own_nodes(function) if isinstance(node, ast.Return)]
        return bool(returned) and all(value is not None and self.holds(value) for value in returned)

    def holds(self, node: ast.expr) -> bool:
        """Whether the value of `node` can be nothing but true or false."""
        answer = False
        match node:
            case ast.Compare() | ast.UnaryOp(op=ast.Not()) | ast.Constant(value=bool()):
                answer = True
            case ast.BoolOp(values=values):
                answer = any(self.holds(value) for value in values)
            case ast.NamedExpr(value=value):
                answer = self.holds(value)
            case ast.Name(id=name):
                answer = name in self.names
            case ast.Call(func=ast.Name(id=name)):
                answer = name in _ANSWERS or name in self.functions
            case ast.Call(func=ast.Attribute(value=ast.Name(id="operator"), attr=name)):
                answer = name in _OPERATORS
            case ast.Call(func=ast.Attribute(attr=name)):
                answer = name in _ANSWERS
        return answer

    def count(self, node: ast.AST) -> int:
        """How many truth values `node` itself uses as a number or as a key."""
        return sum(self.holds(operand) and not isinstance(operand, ast.Constant) for operand in _operands(node))


def _assignments(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    match node:
        case ast.Assign(targets=targets, value=value):
            yield from ((target, value) for target in targets)
        case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
            yield target, value


def _operands(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.BinOp(left=left, right=right):
            yield from (left, right)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Invert(), operand=operand):
            yield operand
        case ast.AugAssign(value=value):
            yield value
        case ast.Subscript(slice=key):
            yield from _parts(key)
        case ast.Dict(keys=keys):
            yield from (part for key in keys if key is not None for part in _parts(key))
        case ast.Call(func=ast.Name(id=name), args=arguments) if name in _NUMERIC:
            yield from (part for argument in arguments for part in _parts(argument))
        case ast.Call(func=ast.Attribute(attr=name), args=[key, *_]) if name in _LOOKUPS:
            yield from _parts(key)


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    """The node itself, the items of a display, the ends of a slice."""
    match node:
        case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
            yield from items
        case ast.Slice(lower=lower, upper=upper, step=step):
            yield from (end for end in (lower, upper, step) if end is not None)
        case _:
            yield node
