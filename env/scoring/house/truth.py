"""Truth values that stand in for a branch: `(a, b)[x > 3]` decides like an `if`, and no complexity measure sees it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Self

from code_review_env.env.scoring.scopes import Outline, Scope

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
"""The same in the module `operator`, under whatever name it is imported."""


_ROUNDS: Final = 3
"""How long a chain of predicates is followed that only ask one another."""


@dataclass(frozen=True, slots=True)
class _Facts:
    """What one scope assigns and, if it is a function, returns."""

    name: str
    assigned: list[tuple[ast.expr, ast.expr]]
    returned: list[ast.expr | None]

    @classmethod
    def of(cls, scope: Scope) -> Self:
        assigned: list[tuple[ast.expr, ast.expr]] = []
        for node in scope.nodes.among(_ASSIGNING):
            assigned += _assignments(node)
        return cls(getattr(scope.node, "name", ""), assigned, [node.value for node in scope.nodes.of(ast.Return)])


_ASSIGNING: Final = frozenset({ast.Assign, ast.AnnAssign, ast.NamedExpr})


@dataclass(frozen=True, slots=True)
class Truths:
    """What besides an expression's own form makes it a truth value.

    Attributes:
        functions: functions, methods and named lambdas of the file that return nothing else, and imported ones of `operator`.
        names: local names that hold one.
        members: attributes that hold one.
    """

    functions: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    members: frozenset[str] = frozenset()

    @classmethod
    def of(cls, outline: Outline) -> Self:
        """The file's own predicates, and those that only ask another one."""
        known = cls(functions=frozenset(name for node in outline.nodes.of(ast.ImportFrom) for name in _imported(node)))
        facts = [_Facts.of(scope) for scope in outline.scopes]
        for _ in range(_ROUNDS):
            learned = [known.learn(fact) for fact in facts]
            functions = known.functions.union(*(names for names, _ in learned))
            members = known.members.union(*(names for _, names in learned))
            if (functions, members) == (known.functions, known.members):
                break
            known = cls(functions, members=members)
        return known

    def within(self, scope: Scope) -> "Truths":
        """With the names that `scope` assigns truth values to."""
        return self._inside(_Facts.of(scope))

    def _inside(self, facts: "_Facts") -> "Truths":
        names = (target.id for target, value in facts.assigned if isinstance(target, ast.Name) and self.holds(value))
        return Truths(self.functions, frozenset(names), self.members)

    def learn(self, facts: "_Facts") -> tuple[set[str], set[str]]:
        """What a scope tells: names of predicates, and attributes that hold a truth value."""
        inside = self._inside(facts)
        functions, members = set(), set()
        if facts.returned and all(value is not None and inside.holds(value) for value in facts.returned):
            functions.add(facts.name)
        for target, value in facts.assigned:
            if isinstance(target, ast.Attribute) and inside.holds(value):
                members.add(target.attr)
            elif isinstance(target, ast.Name) and isinstance(value, ast.Lambda) and inside.holds(value.body):
                functions.add(target.id)
        return functions, members

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
            case ast.Call(func=ast.Lambda(body=body)):
                answer = self.holds(body)
            case ast.Call(func=ast.Attribute(attr=name)):
                answer = name in _ANSWERS or name in _OPERATORS or name in self.functions
            case ast.Attribute(attr=name):
                answer = name in self.members or name in self.functions
        return answer

    def count(self, node: ast.AST) -> int:
        """How many truth values `node` itself uses as a number, as a key, as an item or as an argument."""
        if type(node) not in USERS:
            return 0
        return sum(self.holds(operand) and not isinstance(operand, ast.Constant) for operand in _operands(node))


def _imported(node: ast.ImportFrom) -> Iterator[str]:
    if node.module in {"operator", "_operator"}:
        yield from (alias.asname or alias.name for alias in node.names if alias.name in _OPERATORS)


def unpacked(node: ast.AST) -> tuple[list[ast.expr], list[ast.expr]] | None:
    """Targets and values of `a, b = x, y`."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(targets) == len(values):
            return targets, values
    return None


USERS: Final = frozenset(
    {
        *(ast.BinOp, ast.UnaryOp, ast.AugAssign, ast.Attribute, ast.FormattedValue, ast.Subscript),
        *(ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Call, ast.Lambda),
    }
)
"""Nodes with operands; asking their type first is what keeps the count cheap."""


def _assignments(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    match node:
        case ast.Assign(targets=targets, value=value):
            yield from zip(*(unpacked(node) or (targets, [value] * len(targets))), strict=True)
        case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
            yield target, value


def _operands(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.BinOp(left=left, right=right):
            yield from (left, right)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Invert(), operand=value) | ast.AugAssign(value=value):
            yield value
        case ast.Attribute(value=value) | ast.FormattedValue(value=value):
            yield value
        case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
            yield from items
        case ast.Dict(keys=keys, values=values):
            yield from (item for item in (*keys, *values) if item is not None)
        case ast.Subscript(slice=ast.Slice(lower=lower, upper=upper, step=step)):
            yield from (end for end in (lower, upper, step) if end is not None)
        case ast.Subscript(slice=key):
            yield key
        case ast.Call(func=function) if not (isinstance(function, ast.Name) and function.id == "bool"):
            yield from (*node.args, *(keyword.value for keyword in node.keywords))
        case ast.Lambda(body=body) if _is_delayed(node):
            yield body


def _is_delayed(function: ast.Lambda) -> bool:
    """A lambda that looks at none of its parameters is a condition put off, not a function of something."""
    given = function.args
    plain = [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]
    names = {parameter.arg for parameter in plain}
    return not any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(function.body))
