"""How alike two sources are: their size in tokens, a hash that ignores names, and the overlap of their tokens."""

import ast
import hashlib
import io
import tokenize
from collections.abc import Iterable
from typing import Final

from code_review_env.tasks.signature import parse

_LAYOUT: Final = frozenset({tokenize.NL, tokenize.COMMENT, tokenize.ENDMARKER, tokenize.ENCODING})
_WINDOW: Final = 5
"""Neighbouring tokens that are compared as one."""

ALIKE: Final = 0.8
"""Shared windows from which two sources count as near duplicates."""


def tokens(text: str) -> int:
    """Tokens of a source as Python's tokenizer counts them, comments and empty lines left out."""
    return sum(token.type not in _LAYOUT for token in tokenize.generate_tokens(io.StringIO(text).readline))


def shape(text: str) -> str:
    """sha256 (64 hex digits) of the syntax tree with every name that the file itself binds renamed in order."""
    tree = parse(text)
    bound = {name: f"_{at}" for at, name in enumerate(_bound(tree))}
    for node in ast.walk(tree):
        for field in ("id", "name", "arg", "attr", "asname"):
            name = getattr(node, field, None)
            if isinstance(name, str) and name in bound and not (field in {"attr", "name"} and isinstance(node, ast.alias)):
                setattr(node, field, bound[name])
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()


def _bound(tree: ast.Module) -> list[str]:
    """Names of functions, classes, parameters and variables, in the order of the tree."""
    names: dict[str, None] = {}
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                names.setdefault(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.ExceptHandler(name=str(name)):
                names.setdefault(name)
    return list(names)


def windows(text: str) -> frozenset[tuple[str, ...]]:
    """Runs of five neighbouring tokens; numbers and strings count as their kind, names as they are."""
    kinds = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _LAYOUT:
            literal = token.type in {tokenize.NUMBER, tokenize.STRING}
            kinds.append(tokenize.tok_name[token.type] if literal else token.string)
    return frozenset(tuple(kinds[at : at + _WINDOW]) for at in range(max(1, len(kinds) - _WINDOW + 1)))


def jaccard(one: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> float:
    """Shared windows of all windows, in [0, 1]."""
    return len(one & other) / len(one | other) if one or other else 1.0


def clusters(texts: Iterable[str]) -> int:
    """Into how many groups sources fall when near duplicates belong together, also by way of others."""
    bits: dict[tuple[str, ...], int] = {}
    found: list[list[int]] = []
    for text in texts:
        mask = sum(1 << bits.setdefault(window, len(bits)) for window in windows(text))
        near = [group for group in found if any(_overlap(mask, other) >= ALIKE for other in group)]
        found = [group for group in found if group not in near]
        found.append([mask, *(other for group in near for other in group)])
    return len(found)


def _overlap(one: int, other: int) -> float:
    """As `jaccard`, of sets that are written as bits."""
    return (one & other).bit_count() / (one | other).bit_count()
