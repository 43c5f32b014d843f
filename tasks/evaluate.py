"""The inverse of `literal`: the value that a Python literal spells, without running any code.

Literals as `ast.literal_eval` knows them, and calls of the types a task may pass, under their bare or their qualified
name: `Decimal('1.5')`, `datetime.date(2024, 1, 2)`, `set([])`, `float('nan')`.
"""

import ast
from collections import deque
from collections.abc import Callable
from typing import Final

from code_review_env.tasks.literal import CONSTRUCTORS

MAX_CHARACTERS: Final = 200_000
"""Longest text that is read; far above any argument a person writes down."""

_Call = Callable[..., object]


class NotEvaluable(ValueError):
    """The text is not a literal; the message says which part of it is not."""


def evaluate(text: str) -> object:
    """The value that `text` spells.

    Raises:
        NotEvaluable: a syntax error, a name, an operator or a call that no literal has, or a constructor that refuses.
    """
    if len(text) > MAX_CHARACTERS:
        message = f"it is longer than {MAX_CHARACTERS:,} characters"
        raise NotEvaluable(message)
    try:
        return _value(ast.parse(text.strip(), mode="eval").body)
    except SyntaxError as error:
        message = f"it is not a Python literal ({error.msg})"
        raise NotEvaluable(message) from error
    except (RecursionError, MemoryError) as error:
        message = "it is nested too deeply"
        raise NotEvaluable(message) from error


def _value(node: ast.expr) -> object:
    match node:
        case ast.Constant(value=value) if value is not Ellipsis:
            return value
        case ast.List() | ast.Tuple() | ast.Set() | ast.Dict():
            return _container(node)
        case ast.Call():
            return _called(node)
        case ast.UnaryOp() | ast.BinOp():
            return _number(node)
    message = f"{ast.unparse(node)!r} is not a literal"
    raise NotEvaluable(message)


def _container(node: ast.List | ast.Tuple | ast.Set | ast.Dict) -> object:
    try:
        if isinstance(node, ast.Dict):
            return {_key(key): _value(item) for key, item in zip(node.keys, node.values, strict=True)}
        items = [_value(item) for item in node.elts]
        return items if isinstance(node, ast.List) else tuple(items) if isinstance(node, ast.Tuple) else set(items)
    except TypeError as error:
        message = f"{ast.unparse(node)!r} holds something that cannot be hashed"
        raise NotEvaluable(message) from error


def _key(node: ast.expr | None) -> object:
    if node is None:
        message = "a literal cannot unpack with **"
        raise NotEvaluable(message)
    return _value(node)


def _number(node: ast.UnaryOp | ast.BinOp) -> object:
    try:
        found: object = ast.literal_eval(node)
    except (ValueError, TypeError) as error:
        message = f"{ast.unparse(node)!r} is not a literal"
        raise NotEvaluable(message) from error
    return found


def _called(node: ast.Call) -> object:
    name = ast.unparse(node.func)
    make = _CALLS.get(name)
    if make is None or any(keyword.arg is None for keyword in node.keywords):
        message = f"{name!r} is not among the types a literal may call: {', '.join(sorted(_BARE))}"
        raise NotEvaluable(message)
    given = [_value(item) for item in node.args]
    named = {keyword.arg: _value(keyword.value) for keyword in node.keywords if keyword.arg is not None}
    try:
        return make(*given, **named)
    except (TypeError, ValueError, ArithmeticError) as error:
        message = f"{ast.unparse(node)!r} cannot be made: {error or type(error).__name__}"
        raise NotEvaluable(message) from error


def _bounded(make: _Call, *sources: type) -> _Call:
    """`make` on at most one argument of these types: `deque(range(10**12))` would take all memory."""

    def made(given: object = None) -> object:
        if given is None:
            return make()
        if type(given) not in sources:
            message = f"it takes a {' or a '.join(kind.__name__ for kind in sources)}"
            raise TypeError(message)
        return make(given)

    return made


def _float(text: str) -> float:
    if type(text) is not str:
        message = "it takes a text such as 'nan' or 'inf'"
        raise TypeError(message)
    return float(text)


_BARE: Final[dict[str, _Call]] = {kind.__name__: kind for kind in CONSTRUCTORS} | {
    "bytearray": _bounded(bytearray, bytes),
    "deque": _bounded(deque, list, tuple),
    "set": _bounded(set, list, tuple),
    "frozenset": _bounded(frozenset, list, tuple, set),
    "float": _float,
}
_CALLS: Final[dict[str, _Call]] = _BARE | {f"{kind.__module__}.{kind.__name__}": _BARE[kind.__name__] for kind in CONSTRUCTORS}
