"""House rule of the stage `naming`: a name that passes because it says nothing any more, or because it became a text."""

import ast
import re
from collections.abc import Iterator
from typing import Final

from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.house.sightings import Sighting, at

EMPTY: Final = "CRE451"
"""A new name of one or two letters, or one that ends in a number, where names had words."""

TEXT: Final = "CRE452"
"""A name as a text: `globals()["rowTotal"]`, `setattr(self, "rowTotal", ...)`, `type("row_total", ...)`."""

_WORDLESS: Final = re.compile(r"_*(?:[a-zA-Z]{1,2}|\w*[a-zA-Z]\d+)_*")
_NAMERS: Final = frozenset({"globals", "locals", "vars", "setattr", "getattr", "delattr", "hasattr"})


def sightings(parsed: Parsed) -> Iterator[Sighting]:
    """Both rules; a name counts once."""
    seen: set[str] = set()
    for node in parsed.outline.nodes:
        for name in _bound(node):
            if name not in seen and _WORDLESS.fullmatch(name) and isinstance(node, ast.stmt | ast.expr | ast.arg):
                yield at(parsed, node, EMPTY, f"`{name}` says nothing; keep the words of the name and spell them right", name)
            seen.add(name)
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in _NAMERS or (name == "type" and len(node.args) > 1):
                yield at(parsed, node, TEXT, "a name is bound or read as a text; write it as a name")


def _bound(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store()):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
            yield name
        case ast.Attribute(attr=name, ctx=ast.Store()):
            yield name
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            yield from (alias.asname for alias in aliases if alias.asname)
