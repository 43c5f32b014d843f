"""Where a function stands in a file and how it may be called."""

import ast
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.scopes import Function

Kind = Literal["positional only", "positional", "star", "keyword only", "double star"]

_STARS: Final[dict[Kind, str]] = {"star": "*", "double star": "**"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter; `default` is its expression or None."""

    name: str
    kind: Kind
    default: ast.expr | None
    node: ast.arg

    def __str__(self) -> str:
        """As in a signature, the default left open."""
        return _STARS.get(self.kind, "") + self.name + ("" if self.default is None else "=...")


def parameters(function: Function | ast.Lambda) -> tuple[Parameter, ...]:
    """All parameters in the order of the signature."""
    return tuple(_parameters(function.args))


def arity(function: Function) -> int:
    """How many parameters a function has."""
    given = function.args
    stars = (given.vararg is not None) + (given.kwarg is not None)
    return len(given.posonlyargs) + len(given.args) + len(given.kwonlyargs) + stars


def _parameters(given: ast.arguments) -> Iterator[Parameter]:
    plain = len(given.posonlyargs) + len(given.args)
    defaults: list[ast.expr | None] = [*[None] * (plain - len(given.defaults)), *given.defaults]
    for at, node in enumerate([*given.posonlyargs, *given.args]):
        yield Parameter(node.arg, "positional only" if at < len(given.posonlyargs) else "positional", defaults[at], node)
    if given.vararg is not None:
        yield Parameter(given.vararg.arg, "star", None, given.vararg)
    for node, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        yield Parameter(node.arg, "keyword only", default, node)
    if given.kwarg is not None:
        yield Parameter(given.kwarg.arg, "double star", None, given.kwarg)


def shape(given: tuple[Parameter, ...]) -> str:
    """Names, kinds, order and which have defaults, as a signature would show them: equal text means equal shape."""
    parts: list[str] = []
    for at, parameter in enumerate(given):
        before = given[at - 1].kind if at else None
        if before == "positional only" and parameter.kind != "positional only":
            parts.append("/")
        if parameter.kind == "keyword only" and before not in {"star", "keyword only"}:
            parts.append("*")
        parts.append(str(parameter))
    if given and given[-1].kind == "positional only":
        parts.append("/")
    return ", ".join(parts)


def definition(parsed: Parsed, entry: str) -> Function | str:
    """The only top-level function of that name, or in one line why there is none."""
    found = [node for node in parsed.tree.body if isinstance(node, Function) and node.name == entry]
    if len(found) == 1:
        return found[0]
    return f"`{entry}` is defined {len(found)} times" if found else _absence(parsed, entry)


def decorators(parsed: Parsed, entry: str) -> tuple[str | None, ...]:
    """The dotted name of every decorator of the entry's last definition at top level, None for any other expression."""
    for node in reversed(parsed.tree.body):
        if isinstance(node, Function) and node.name == entry:
            return tuple(map(_dotted, node.decorator_list))
    return ()


def _dotted(expression: ast.expr) -> str | None:
    if isinstance(expression, ast.Name):
        return expression.id
    if isinstance(expression, ast.Attribute):
        base = _dotted(expression.value)
        return None if base is None else f"{base}.{expression.attr}"
    return None


def _absence(parsed: Parsed, entry: str) -> str:
    for node in parsed.outline.nodes:
        if isinstance(node, ast.ClassDef) and any(isinstance(item, Function) and item.name == entry for item in node.body):
            return f"`{entry}` is a method of class `{node.name}`; it must be a function at top level"
        if isinstance(node, Function) and node.name == entry:
            return f"`{entry}` is defined inside another statement; it must stand at top level"
        if isinstance(node, Function) and _looks_like(node.name, entry):
            return f"`{ascii(node.name)[1:-1]}` only looks like `{entry}`"
    bound = any(binding.name == entry for binding in parsed.outline.module.bindings())
    return f"`{entry}` is not defined by a `def`" if bound else f"there is no function `{entry}`"


def _looks_like(name: str, entry: str) -> bool:
    """Letters of another script in place of Latin ones."""
    name = unicodedata.normalize("NFKC", name)
    near = len(name) == len(entry) and any(one == other for one, other in zip(name, entry, strict=True))
    return near and name != entry and all(one == other or not one.isascii() for one, other in zip(name, entry, strict=True))
