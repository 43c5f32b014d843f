"""House rules of the stage `types`: an annotation that says nothing, and what keeps a checker from looking."""

import ast
import re
from collections.abc import Iterator
from typing import Final

from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.house.paths import Paths
from code_review_env.env.scoring.house.sightings import Sighting, at
from code_review_env.env.scoring.house.suppressions import comments
from code_review_env.env.scoring.signature import parameters

NOTHING: Final = "CRE411"
"""`Any`, `object`, a constant or a call as an annotation, a bare container."""

AROUND: Final = "CRE412"
"""`cast`, `no_type_check`, a type variable, an `ignore`: the checker is told instead of asked."""

_TELLING: Final = re.compile(
    r"typing(?:_extensions)?\.(?:Any|cast|no_type_check\w*|TypeVar|ParamSpec|TypeVarTuple|NewType|AnyStr|NoReturn|Never)"
)
_IGNORE: Final = re.compile(r"#\s*(?:type|ty|mypy|pyright|pyre)\s*:", re.IGNORECASE)
_BARE: Final = frozenset(
    {"object", "list", "dict", "set", "tuple", "frozenset", "List", "Dict", "Set", "Tuple", "Sequence", "Mapping"}
    | {"Iterable", "Callable"}
)


def sightings(parsed: Parsed) -> Iterator[Sighting]:
    """Both rules."""
    paths = Paths(parsed)
    for annotation in _annotations(parsed):
        if _says_nothing(annotation):
            yield at(parsed, annotation, NOTHING, f"`{ast.unparse(annotation)}` says nothing about the values")
    for node in parsed.outline.nodes.among({ast.Name, ast.Attribute}):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield from (_named(parsed, node, path) for path in sorted(paths.of(node)) if _TELLING.fullmatch(path))
    for comment in comments(parsed):
        if _IGNORE.search(comment.text):
            key = (AROUND, comment.text)
            yield Sighting(key, comment.row, comment.column, AROUND, "the comment keeps a checker from looking")


def _named(parsed: Parsed, node: ast.expr, path: str) -> Sighting:
    if path == "typing.Any":
        return at(parsed, node, NOTHING, "`Any` says nothing about the values")
    return at(parsed, node, AROUND, f"`{path}` tells the checker what it should find out")


def _annotations(parsed: Parsed) -> Iterator[ast.expr]:
    for function in parsed.outline.functions():
        found = [*(parameter.node.annotation for parameter in parameters(function)), function.returns]
        yield from (one for one in found if one is not None)
    yield from (node.annotation for node in parsed.outline.nodes.of(ast.AnnAssign))


def _says_nothing(annotation: ast.expr) -> bool:
    match annotation:
        case ast.Constant(value=value):
            return value is not None and (not isinstance(value, str) or _quoted(value))
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in _BARE
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return _says_nothing(left) or _says_nothing(right)
        case ast.Subscript(slice=inner):
            parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            return any(_says_nothing(part) for part in parts if not _is_ellipsis(part))
    return not isinstance(annotation, ast.List)


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def _quoted(text: str) -> bool:
    try:
        return _says_nothing(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
