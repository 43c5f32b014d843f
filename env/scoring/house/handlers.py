"""House rules of the stage `exceptions`: a broad catch under another name, a handler that only looks busy."""

import ast
from collections.abc import Iterator
from typing import Final

from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.house.idle import does_nothing
from code_review_env.env.scoring.house.paths import Paths
from code_review_env.env.scoring.house.sightings import Sighting, at

BROAD: Final = "CRE401"
"""A catch of everything that ruff does not see: an alias, a computed class, `suppress(Exception)`, `__exit__`, or one whose
log entry or conditional `raise` is its excuse."""

IDLE: Final = "CRE402"
"""A handler that does nothing, without a `pass` or `continue` that ruff would see."""

_ALL: Final = frozenset({"Exception", "BaseException"})


def sightings(parsed: Parsed) -> Iterator[Sighting]:
    """Both rules."""
    broad = _aliases(parsed)
    paths = Paths(parsed)
    for node in parsed.outline.nodes:
        match node:
            case ast.ExceptHandler(type=kind, body=body) as handler:
                if _is_broad(kind, broad) and not isinstance(body[-1], ast.Raise):
                    yield _at(parsed, handler, BROAD, "the handler catches everything and goes on; name what can happen")
                elif all(map(_is_idle, body)) and not isinstance(body[0], ast.Pass):
                    yield _at(parsed, handler, IDLE, "the handler does nothing; `contextlib.suppress` says so")
            case ast.Call(func=func, args=args) if "contextlib.suppress" in paths.of(func):
                if any(_is_broad(kind, broad) for kind in args):
                    yield at(parsed, node, BROAD, "`suppress` catches everything; name what can happen")
            case ast.FunctionDef(name="__exit__") | ast.AsyncFunctionDef(name="__aexit__"):
                if any(isinstance(part, ast.Return) and _may_be_true(part.value) for part in ast.walk(node)):
                    yield at(
                        parsed, node, BROAD, "`__exit__` swallows exceptions; catch them by name where they happen", "exit"
                    )


def _at(parsed: Parsed, handler: ast.ExceptHandler, rule: str, message: str) -> Sighting:
    first = handler.body[0]
    return Sighting((rule, ast.unparse(handler)), handler.lineno, at(parsed, first, rule, message).column, rule, message)


def _aliases(parsed: Parsed) -> frozenset[str]:
    """Names that may stand for everything, or for a class that is worked out."""
    found = set(_ALL)
    for node in parsed.outline.nodes.of(ast.Assign):
        if any(_mentions(part, found) for part in _values(node.value)):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return frozenset(found)


def _values(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple | ast.List) else [node]


def _mentions(node: ast.expr, names: set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _is_broad(kind: ast.expr | None, broad: frozenset[str]) -> bool:
    match kind:
        case None:
            return True
        case ast.Tuple(elts=parts):
            return any(_is_broad(part, broad) for part in parts)
        case ast.Name(id=name):
            return name in broad
        case ast.Attribute(attr=name):
            return name in _ALL or name.startswith("__")
    return True


def _is_idle(statement: ast.stmt) -> bool:
    """Nothing happens, or a constant is bound to a name that says it is not meant."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant()):
            return name.startswith("_")
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=same)):
            return name == same
    return does_nothing(statement)


def _may_be_true(value: ast.expr | None) -> bool:
    return not (value is None or (isinstance(value, ast.Constant) and not value.value))
