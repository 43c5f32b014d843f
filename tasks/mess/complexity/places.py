"""Where an expression may be computed in a statement of its own, in front of the one that holds it."""

import ast
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeVar

from code_review_env.tasks.mess.complexity.measure import complexities
from code_review_env.tasks.mess.source import Source, walk

_QUIET_FUNCTIONS: Final = frozenset(
    {"len", "str", "int", "float", "bool", "sorted", "min", "max", "sum", "abs", "round", "range", "enumerate", "zip", "list"}
    | {"tuple", "set", "frozenset", "dict", "isinstance", "reversed", "any", "all", "divmod", "ord", "chr", "repr", "type"}
)
_QUIET_METHODS: Final = frozenset(
    {"strip", "lstrip", "rstrip", "lower", "upper", "title", "startswith", "endswith", "split", "splitlines", "get", "items"}
    | {"keys", "values", "isdigit", "isalpha", "isalnum", "isascii", "isupper", "islower", "isspace", "join", "replace"}
    | {"removeprefix", "removesuffix", "partition", "rpartition", "count", "zfill", "ljust", "rjust", "find", "casefold"}
)


@dataclass(frozen=True, slots=True)
class Place:
    """An expression that is evaluated whenever its statement is, with nothing of effect before it.

    Attributes:
        function: in which it stands.
        at: the statement.
        node: the expression.
    """

    function: ast.FunctionDef
    at: ast.stmt
    node: ast.expr

    @property
    def whole(self) -> bool:
        """The statement is `return NODE` or `name = NODE`."""
        match self.at:
            case ast.Return(value=value):
                return value is self.node
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is self.node:
                return not any(isinstance(one, ast.Name) and one.id == name for one in walk(value))
        return False


_Site = TypeVar("_Site")


def functions(source: Source) -> list[ast.FunctionDef]:
    """The functions at the top level."""
    return [node for node in source.tree.body if isinstance(node, ast.FunctionDef)]


def blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Every list of statements inside a function, outer ones first."""
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list) and block:
            yield block
            for one in block:
                yield from blocks(one)
    for handler in getattr(node, "handlers", ()):
        yield from blocks(handler)


def shuffled(source: Source, rng: random.Random, sites: Sequence[tuple[ast.FunctionDef, _Site]]) -> Iterator[_Site]:
    """The sites by chance; those of functions that are tangled already tend to come first."""
    counts = complexities(source)
    drawn = [(rng.random() ** (1 / counts[function.name]), at) for at, (function, _) in enumerate(sites)]
    return (sites[at][1] for _, at in sorted(drawn, reverse=True))


def places(source: Source, rng: random.Random, *kinds: type[ast.expr]) -> Iterator[Place]:
    """Every place of an expression of these types."""
    return shuffled(source, rng, [(place.function, place) for place in _places(source) if isinstance(place.node, kinds)])


@lru_cache(maxsize=4)
def _places(source: Source) -> tuple[Place, ...]:
    return tuple(
        Place(function, at, node)
        for function in functions(source)
        for block in blocks(function)
        for at in block
        for node in _first(_evaluated(source, at))
    )


def _evaluated(source: Source, at: ast.stmt) -> ast.expr | None:
    """What a statement evaluates once, before it does anything."""
    match at:
        case ast.Return(value=value) | ast.Assign(value=value) | ast.AugAssign(value=value) | ast.Expr(value=value):
            return value
        case ast.If(test=value) if not source.of(at).startswith("elif"):
            return value
        case ast.For(iter=value) | ast.Raise(exc=value):
            return value
    return None


_CHOSEN: Final = (
    *(ast.Call, ast.Subscript, ast.IfExp, ast.BoolOp, ast.Compare, ast.UnaryOp),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)


def _first(node: ast.expr | None) -> Iterator[ast.expr]:
    """Expressions that a transform may want, in the order of evaluation, up to the first one of effect."""
    loud: ast.expr | None = None
    for one in _ordered(node) if node else ():
        if isinstance(one, _CHOSEN) and (loud is None or any(inside is loud for inside in walk(one))):
            yield one
        if loud is None and not quiet_itself(one):
            loud = one


def _ordered(node: ast.AST) -> Iterator[ast.expr]:
    """Each expression that is surely evaluated, inner ones first."""
    for child in _operands(node):
        yield from _ordered(child)
    if isinstance(node, ast.expr):
        yield node


def _operands(node: ast.AST) -> Sequence[ast.AST]:
    operands: Sequence[ast.AST] = ()
    match node:
        case ast.Name() | ast.Constant() | ast.Lambda():
            pass
        case ast.IfExp(test=first) | ast.BoolOp(values=[first, *_]):
            operands = [first]
        case ast.Compare(left=left, comparators=[right, *_]):
            operands = [left, right]
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            operands = [node.generators[0].iter]
        case ast.Dict(keys=keys, values=values):
            operands = [one for pair in zip(keys, values, strict=True) for one in pair if one is not None]
        case _:
            operands = list(ast.iter_child_nodes(node))
    return operands


def quiet_itself(node: ast.expr) -> bool:
    """Nothing but reading and computing, its operands left aside."""
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in _QUIET_FUNCTIONS
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _QUIET_METHODS
        case ast.IfExp() | ast.BoolOp() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return quiet(node)
    return not isinstance(node, ast.Await | ast.Yield | ast.YieldFrom | ast.NamedExpr | ast.Call)


def quiet(node: ast.AST) -> bool:
    """Nothing but reading and computing: it may be evaluated twice, earlier, or not at all."""
    return all(
        quiet_itself(one)
        for one in walk(node)
        if isinstance(one, ast.Call | ast.Await | ast.Yield | ast.YieldFrom | ast.NamedExpr)
    )


def simple(node: ast.expr) -> bool:
    """Short enough to be repeated: a name, a constant, an item or attribute of a name."""
    match node:
        case ast.Name() | ast.Constant() | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            return True
        case ast.Attribute(value=ast.Name()) | ast.Subscript(value=ast.Name(), slice=ast.Constant() | ast.Name()):
            return True
    return False


def used(node: ast.AST) -> frozenset[str]:
    """Names inside."""
    return frozenset(one.id for one in walk(node) if isinstance(one, ast.Name))
