"""A command line as pieces of text and expressions, whatever the style in which it is spelt."""

import ast
import json
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

_WORD: Final = re.compile(r"[\w./:@%+=,-]+", re.ASCII)
"""Texts that a shell takes as they are."""

ATOM: Final = re.compile(r"[\w.]+")


@dataclass(frozen=True, slots=True)
class Hole:
    """An expression inside a command line.

    Attributes:
        code: its text.
        known: it is a text for certain, so that `+` and `join` take it as it is.
        form: conversion and format, e.g. `:02d` or `!r`.
        many: the starred expression of an argv list whose items it joins, else empty.
    """

    code: str
    known: bool
    form: str = ""
    many: str = ""

    @property
    def value(self) -> str:
        """An expression whose value is the text that is put in."""
        if self.form.startswith(":"):
            return f"format({self.code}, {literal(self.form[1:])})"
        if self.form:
            return f"repr({self.code})"
        return self.code if self.known else f"str({self.code})"

    @property
    def operand(self) -> str:
        """The same, fit to stand beside an operator."""
        return bracketed(self.value)


Piece = str | Hole
Command = tuple[Piece, ...]


def literal(text: str) -> str:
    """The text as a Python literal in double quotes, or in single ones where that saves escapes."""
    if '"' in text and "'" not in text and text.isprintable() and "\\" not in text:
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False)


def of_list(items: Sequence[ast.expr], text_of: Callable[[ast.expr], str], quote: str) -> Command:
    """The command line of an argv list.

    Args:
        items: elements of the list.
        text_of: source text of one.
        quote: put around each expression that stands for one word.
    """
    found: list[Piece] = []
    for at, item in enumerate(items):
        found += [" "] if at else []
        found += _word(item, text_of, quote)
    return merged(found)


def of_string(node: ast.expr, texts: frozenset[str]) -> Command | None:
    """The command line that an f-string or a literal spells, or None for another expression.

    Args:
        node: the expression.
        texts: names that stand for texts.
    """
    match node:
        case ast.Constant(value=str(text)):
            return (text,)
        case ast.JoinedStr(values=values):
            return merged(list(_values(values, texts)))
    return None


def merged(pieces: Sequence[Piece]) -> Command:
    """The same command line with neighbouring texts joined."""
    found: list[Piece] = []
    for piece in pieces:
        last = found[-1] if found else None
        if isinstance(piece, str) and isinstance(last, str):
            found[-1] = last + piece
        elif piece:
            found.append(piece)
    return tuple(found)


def _word(item: ast.expr, text_of: Callable[[ast.expr], str], quote: str) -> Iterator[Piece]:
    match item:
        case ast.Constant(value=str(text)):
            yield text if _WORD.fullmatch(text) else shlex.quote(text)
        case ast.Starred(value=value):
            yield Hole(_joined(value, text_of), known=True, many=text_of(value))
        case ast.JoinedStr(values=values):
            for piece in _values(values, frozenset()):
                yield from _quoted(piece, quote)
        case ast.Call(func=ast.Name(id="str"), args=[value]):
            yield from _quoted(Hole(text_of(value), known=False), quote)
        case _:
            yield from _quoted(Hole(text_of(item), known=True), quote)


def _quoted(piece: Piece, quote: str) -> Iterator[Piece]:
    if isinstance(piece, str):
        yield piece if _WORD.fullmatch(piece) else shlex.quote(piece)
    else:
        yield quote
        yield piece
        yield quote


def _joined(value: ast.expr, text_of: Callable[[ast.expr], str]) -> str:
    match value:
        case ast.IfExp(test=test, body=ast.List(elts=[ast.Constant(value=str(word))]), orelse=ast.List(elts=[])):
            return f'{literal(word)} if {text_of(test)} else ""'
        case ast.ListComp():
            return f'" ".join({text_of(value)[1:-1]})'
    return f'" ".join({text_of(value)})'


def _values(values: Sequence[ast.expr], texts: frozenset[str]) -> Iterator[Piece]:
    for value in values:
        if isinstance(value, ast.Constant):
            yield str(value.value)
        elif isinstance(value, ast.FormattedValue):
            yield Hole(_double(ast.unparse(value.value)), known=_is_text(value.value, texts), form=_form(value))


def _form(value: ast.FormattedValue) -> str:
    conversion = f"!{chr(value.conversion)}" if value.conversion > 0 else ""
    given = value.format_spec.values if isinstance(value.format_spec, ast.JoinedStr) else []
    spec = "".join(str(part.value) if isinstance(part, ast.Constant) else "{" for part in given)
    return conversion + (f":{spec}" if spec else "")


def _is_text(node: ast.expr, texts: frozenset[str]) -> bool:
    match node:
        case ast.Name(id=name):
            return name in texts
        case ast.Call(func=ast.Name(id="str") | ast.Attribute(attr="join" | "strip" | "lower" | "upper")) | ast.JoinedStr():
            return True
        case ast.Constant(value=value):
            return isinstance(value, str)
    return False


def bracketed(code: str) -> str:
    """The expression, in brackets unless it is one thing."""
    if ATOM.fullmatch(code):
        return code
    node = ast.parse(code, mode="eval").body
    atomic = isinstance(node, ast.Call | ast.Subscript | ast.Constant | ast.JoinedStr | ast.List | ast.ListComp)
    return code if atomic else f"({code})"


def _double(code: str) -> str:
    """The opposite, for everywhere else."""
    return code if '"' in code or "\\" in code else code.replace("'", '"')
