"""Constants of a source: where behaviour changes, and the words that its inputs are made of."""

import ast
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

LARGEST: Final = 100_000
"""Constants beyond this are left alone: as a length or a repeat count they would only burn the time limit."""

LONGEST_TEXT: Final = 40
"""Longer texts are prose (messages, help), and no input is made of them."""

MAX_TEXTS: Final = 80

_PIECE: Final = re.compile(r"[^\W_]+|[^\w\s]+")
_REGEX_MARKS: Final = re.compile(r"\\[A-Za-z]|\(\?[^)]*\)?|[\[\](){}|^$*+?.\\]")
_LOOKUPS: Final = frozenset({"get", "pop", "setdefault"})
_CUES: Final[dict[str, str]] = {
    "strip": " ",
    "lstrip": " ",
    "rstrip": " ",
    "split": " ",
    "isspace": " ",
    "splitlines": "\n",
    "isdigit": "0127",
    "isdecimal": "0127",
    "isnumeric": "0127",
    "isalpha": "aZ",
    "isalnum": "a7",
    "zfill": "0",
}
_CASE_METHODS: Final = frozenset({"lower", "upper", "casefold", "title", "capitalize", "swapcase", "islower", "isupper"})


@dataclass(frozen=True, slots=True)
class Constants:
    """What a source mentions.

    Attributes:
        ints: each int constant with both neighbours, sorted, within `LARGEST`.
        floats: each number with a step to either side.
        texts: strings, the pieces they are made of and the literal runs of patterns, shortest first.
        keys: strings that something is looked up by.
        optional: keys whose absence the source provides for.
        compared: the constants that something is compared with or looked up by, ints with their neighbours.
        letters: characters that the string methods in use care about.
        both_cases: the source looks at the case of letters.
    """

    ints: tuple[int, ...] = ()
    floats: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()
    keys: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()
    compared: tuple[object, ...] = ()
    letters: str = ""
    both_cases: bool = False


def mine(tree: ast.Module) -> Constants:
    """The constants of a module, docstrings and annotations left out."""
    skipped = set(_prose(tree))
    nodes = [node for node in ast.walk(tree) if id(node) not in skipped]
    values = [node.value for node in nodes if isinstance(node, ast.Constant)]
    ints = {value for value in values if type(value) is int}
    floats = {value for value in values if type(value) is float and math.isfinite(value)}
    methods = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    optional = frozenset(_optional(nodes))
    return Constants(
        ints=_around(ints | {math.floor(value) for value in floats} | {-value for value in _negated(nodes)}),
        floats=_steps(floats | {float(value) for value in ints if abs(value) <= LARGEST}),
        texts=_texts(tree, [value for value in values if isinstance(value, str)]),
        keys=optional | frozenset(_subscripts(nodes)),
        optional=optional,
        compared=_compared(nodes),
        letters="".join(sorted(set("".join(_CUES.get(name, "") for name in methods)))),
        both_cases=bool(methods & (_CASE_METHODS | {"IGNORECASE"})),
    )


def _compared(nodes: list[ast.AST]) -> tuple[object, ...]:
    """Constants in comparisons, match patterns, `startswith` and the keys of dicts."""
    found = []
    for node in nodes:
        match node:
            case ast.Compare(left=left, comparators=others):
                found += [inner for part in (left, *others) for inner in ast.walk(part)]
            case ast.Call(func=ast.Attribute(attr="startswith" | "endswith"), args=[part]):
                found += list(ast.walk(part))
            case ast.Dict(keys=keys):
                found += [key for key in keys if key is not None]
            case ast.MatchValue(value=value):
                found.append(value)
    values = [node.value for node in found if isinstance(node, ast.Constant)]
    ints = {value for value in values if isinstance(value, int) and not isinstance(value, bool)}
    floats = {value for value in values if isinstance(value, float) and math.isfinite(value)}
    near = (*_around(ints), *_steps(floats | {float(value) for value in ints if abs(value) <= LARGEST}))
    return (*near, *sorted({text for text in values if isinstance(text, str) and 0 < len(text) <= LONGEST_TEXT}))


def _prose(tree: ast.Module) -> Iterator[int]:
    """Ids of the nodes of docstrings, other bare expressions of text, and annotations."""
    for node in ast.walk(tree):
        said: list[ast.AST | None] = []
        match node:
            case ast.Expr(value=ast.Constant() as text):
                said = [text]
            case ast.arg(annotation=annotation) | ast.AnnAssign(annotation=annotation):
                said = [annotation]
            case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns):
                said = [returns]
        yield from (id(inner) for part in said if part is not None for inner in ast.walk(part))


def _negated(nodes: list[ast.AST]) -> set[int]:
    return {
        node.operand.value
        for node in nodes
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
        if isinstance(node.operand, ast.Constant) and type(node.operand.value) is int
    }


def _around(values: set[int]) -> tuple[int, ...]:
    near = {value + step for value in values for step in (-1, 0, 1)}
    return tuple(sorted(value for value in near if abs(value) <= LARGEST))


def _steps(values: set[float]) -> tuple[float, ...]:
    """A hundredth is the smallest step that a price or a share is usually written with."""
    near = {round(value + step, 6) + 0.0 for value in values for step in (-0.01, 0.0, 0.01)}
    return tuple(sorted(value for value in near if abs(value) <= LARGEST))


def _texts(tree: ast.Module, strings: list[str]) -> tuple[str, ...]:
    patterns = set(_patterns(tree))
    found: set[str] = set()
    for text in strings:
        if text in patterns:
            found.update(run.strip() for run in _REGEX_MARKS.split(text))
        elif len(text) <= LONGEST_TEXT:
            found.update({text, *_PIECE.findall(text)})
    return tuple(sorted(found - {""}, key=lambda text: (len(text), text))[:MAX_TEXTS])


def _patterns(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[ast.Constant(value=str(text)), *_]):
                yield text


def _optional(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Call(func=ast.Attribute(attr=name), args=[ast.Constant(value=str(key)), *_]) if name in _LOOKUPS:
                yield key
            case ast.Compare(left=ast.Constant(value=str(key)), ops=[ast.In() | ast.NotIn()]):
                yield key


def _subscripts(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Subscript(slice=ast.Constant(value=str(key))):
                yield key
