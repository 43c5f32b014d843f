"""Strings: W605, and formats with too much or too little in them: F504, F522, F523, F541."""

import ast
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.source import Source

_UNKNOWN: Final = re.compile(r"\\[^\n\\'\"abfnrtv0-7xNuU]")
"""An escape that Python does not know and leaves as it stands."""


def _one_literal(text: str, prefix: str) -> bool:
    """One string literal of that prefix on one line, with no neighbour glued to it."""
    body = text[len(prefix) :]
    quotes = body[:1] in {"'", '"'} and len(body) > 1 and body[0] == body[-1] and body[0] not in body[1:-1]
    return text.startswith(prefix) and quotes and "\n" not in body


def _escapes(source: Source, _: random.Random) -> Iterator[Change]:
    r"""`r"\d"` or `"\\d"` as `"\d"`, where every escape is one that Python does not know."""
    for node in source.plain(ast.Constant):
        if isinstance(node.value, str) and "\\" in node.value and not _UNKNOWN.sub("", node.value).count("\\"):
            text = source.of(node)
            raw = _one_literal(text, "r")
            if raw or (_one_literal(text, "") and text.count("\\") == 2 * node.value.count("\\")):
                yield (Edit(source.start(node), source.end(node), text[1:] if raw else text.replace("\\\\", "\\")),)


def _no_placeholder(source: Source, _: random.Random) -> Iterator[Change]:
    """An `f` in front of a string of a function that has nothing to fill in."""
    for node in source.plain(ast.Constant):
        fixed = isinstance(source.parents[node], ast.pattern | ast.arguments | ast.Expr | ast.arg | ast.JoinedStr)
        if isinstance(node.value, str) and not fixed and source.outer(node, ast.FunctionDef):
            text = source.of(node)
            if _one_literal(text, "") and not re.search(r"[{}\\]", text):
                yield (Edit(source.start(node), source.start(node), "f"),)


@dataclass(frozen=True, slots=True)
class _Hole:
    """A placeholder of an f-string.

    Attributes:
        name: what a person would call it, maybe not unique.
        value: the expression.
        conversion: `!r`, `!s`, `!a` or nothing.
        spec: the format behind the colon.
    """

    name: str
    value: str
    conversion: str
    spec: str


@dataclass(frozen=True, slots=True)
class _Format:
    """An f-string that another way of formatting can say.

    Attributes:
        node: where it stands.
        quote: its quotes.
        parts: literal text as written, and placeholders.
        spare: parameters of the function around it, any of which may be given without being wanted.
    """

    node: ast.JoinedStr
    quote: str
    parts: tuple[str | _Hole, ...]
    spare: tuple[str, ...]

    @property
    def holes(self) -> tuple[_Hole, ...]:
        return tuple(part for part in self.parts if isinstance(part, _Hole))

    @property
    def named(self) -> bool:
        """Whether the placeholders have names of their own, and one is left for what is not wanted."""
        names = [hole.name for hole in self.holes]
        return len(set(names)) == len(names) and all(names)


def _formats(source: Source) -> Iterator[_Format]:
    for node in source.plain(ast.JoinedStr):
        function = source.outer(node, ast.FunctionDef)
        text = source.of(node)
        parts = _parts(node)
        if function and parts and _one_literal(text, "f") and "\\" not in text:
            used = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
            spare = tuple(one.arg for one in function.args.args if one.arg not in used)
            if spare:
                yield _Format(node, text[1], parts, spare)


def _parts(node: ast.JoinedStr) -> tuple[str | _Hole, ...]:
    """The parts of an f-string, or nothing where one of them is beyond the older ways, or there is no placeholder."""
    found: list[str | _Hole] = []
    for value in node.values:
        match value:
            case ast.Constant(value=str(text)):
                found.append(text)
            case ast.FormattedValue(value=inner, conversion=sign, format_spec=None):
                found.append(_Hole(_name(inner), ast.unparse(inner), _conversion(sign), ""))
            case ast.FormattedValue(
                value=inner, conversion=sign, format_spec=ast.JoinedStr(values=[ast.Constant(value=str(spec))])
            ):
                found.append(_Hole(_name(inner), ast.unparse(inner), _conversion(sign), spec))
            case _:
                return ()
    return tuple(found) if any(isinstance(part, _Hole) for part in found) else ()


def _conversion(number: int) -> str:
    return "" if number < 0 else f"!{chr(number)}"


def _name(value: ast.expr) -> str:
    match value:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(slice=ast.Constant(value=str(name))) if name.isidentifier():
            return name
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name
    return ""


def _template(one: _Format, *, named: bool) -> str:
    """The text for `str.format`."""
    texts = [
        part.replace("{", "{{").replace("}", "}}")
        if isinstance(part, str)
        else f"{{{part.name if named else ''}{part.conversion}{':' if part.spec else ''}{part.spec}}}"
        for part in one.parts
    ]
    return f"{one.quote}{''.join(texts)}{one.quote}"


def _spare_position(source: Source, rng: random.Random) -> Iterator[Change]:
    """An f-string as `str.format` with one argument more than places."""
    for one in _formats(source):
        given = ", ".join([*(hole.value for hole in one.holes), rng.choice(one.spare)])
        yield _instead(source, one, f"{_template(one, named=False)}.format({given})")


def _spare_name(source: Source, rng: random.Random) -> Iterator[Change]:
    """An f-string as `str.format` with one name more than it asks for."""
    for one in _formats(source):
        spare = rng.choice(one.spare)
        if one.named and spare not in {hole.name for hole in one.holes}:
            given = ", ".join([*(f"{hole.name}={hole.value}" for hole in one.holes), f"{spare}={spare}"])
            yield _instead(source, one, f"{_template(one, named=True)}.format({given})")


def _spare_key(source: Source, rng: random.Random) -> Iterator[Change]:
    """An f-string as `%` of a dict with one key more than it asks for."""
    for one in _formats(source):
        spare = rng.choice(one.spare)
        simple = not any(hole.spec or hole.conversion == "!a" for hole in one.holes)
        if simple and one.named and spare not in {hole.name for hole in one.holes}:
            texts = [
                part.replace("%", "%%") if isinstance(part, str) else f"%({part.name}){part.conversion[1:] or 's'}"
                for part in one.parts
            ]
            given = ", ".join([*(f'"{hole.name}": {hole.value}' for hole in one.holes), f'"{spare}": {spare}'])
            yield _instead(source, one, f"{one.quote}{''.join(texts)}{one.quote} % {{{given}}}", binds=False)


def _instead(source: Source, one: _Format, text: str, *, binds: bool = True) -> Change:
    """In brackets where it is an operand and binds weaker than the f-string did."""
    operand = not binds and isinstance(source.parents[one.node], ast.BinOp | ast.Attribute | ast.Subscript)
    return (Edit(source.start(one.node), source.end(one.node), f"({text})" if operand else text),)


TRANSFORMS: Final = (
    Transform("unused key of a % format", "F504", "local", _spare_key, held_out=True),
    Transform("unused name of a format", "F522", "local", _spare_name),
    Transform("unused argument of a format", "F523", "local", _spare_position, held_out=True),
    Transform("f-string without placeholder", "F541", "local", _no_placeholder),
    Transform("unknown escape", "W605", "tree", _escapes),
)
