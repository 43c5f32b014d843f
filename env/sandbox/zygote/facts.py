"""What stands under the entry name once the module ran, as far as the text of the module cannot tell."""

from types import CodeType, FunctionType
from typing import Any

from objects import encode, type_name

_WRAPPERS = 32
"""How many `__wrapped__` links are followed; a cycle ends there."""


def describe(namespace: dict[str, Any], entry: str, names: list[str | None]) -> dict[str, Any]:
    """The `EntryFacts` of the entry as JSON."""
    if entry not in namespace:
        return {}
    target = namespace[entry]
    function = _unwrapped(target)
    return {
        "kind": type_name(target),
        "first_line": function.__code__.co_firstlineno if function else 0,
        "defaults": _defaults(function) if function else {},
        "decorators": [None if name is None else encode(_lookup(namespace, name)) for name in names],
    }


def _unwrapped(target: object) -> FunctionType | None:
    for _ in range(_WRAPPERS):
        inner = getattr(target, "__wrapped__", None)
        if inner is None:
            break
        target = inner
    return target if type(target) is FunctionType else None


def _defaults(function: FunctionType) -> dict[str, Any]:
    code: CodeType = function.__code__
    values = function.__defaults__ or ()
    positional = code.co_varnames[: code.co_argcount]
    named = dict(zip(positional[len(positional) - len(values) :], values, strict=False))
    return {name: encode(value) for name, value in {**named, **(function.__kwdefaults__ or {})}.items()}


def _lookup(namespace: dict[str, Any], dotted: str) -> object:
    first, *rest = dotted.split(".")
    value = namespace.get(first, vars(namespace["__builtins__"]).get(first) if first not in namespace else None)
    for name in rest:
        value = getattr(value, name, None)
    return value
