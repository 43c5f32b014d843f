"""The ways in which people spell a command line in Python.

What a style cannot spell is None: an f-string of Python 3.11 takes no backslash and no quote of its own inside its braces.
"""

import ast
import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Final

from code_review_env.tasks.mess.shell.command import ATOM, Command, Hole, Piece, bracketed, literal, merged

_NUMBER: Final = re.compile(r":(0?\d*(?:\.\d+)?[df])")

Style = Callable[[Command, random.Random], str | None]


def f_string(command: Command, _: random.Random) -> str | None:
    """`f"tar -cf {archive}"`."""
    return _f_string(command)


def percent(command: Command, _: random.Random) -> str | None:
    """`"tar -cf %s" % archive`."""
    holes = _holes(command)
    if not holes:
        return _plain(command)
    signs = [_sign(hole) for hole in holes]
    if "" in signs:
        return None
    text = _with(command, signs, percent_sign=True)
    alone = len(holes) == 1 and holes[0].known and ATOM.fullmatch(holes[0].code)
    values = holes[0].code if alone else f"({', '.join(hole.code for hole in holes)}{',' if len(holes) == 1 else ''})"
    return f"{literal(text)} % {values}"


def mapping(command: Command, _: random.Random) -> str | None:
    """`"tar -cf %(archive)s" % {"archive": archive}`."""
    holes = _holes(command)
    signs = [_sign(hole) for hole in holes]
    if not holes or "" in signs:
        return None
    names = _names(holes)
    text = _with(command, [f"%({name}){sign[1:]}" for name, sign in zip(names, signs, strict=True)], percent_sign=True)
    pairs = {name: hole.code for name, hole in zip(names, holes, strict=True)}
    return f"{literal(text)} % {{{', '.join(f'{literal(name)}: {code}' for name, code in pairs.items())}}}"


def format_call(command: Command, rng: random.Random) -> str | None:
    """`"tar -cf {}".format(archive)`, or with numbers or names in the braces."""
    holes = _holes(command)
    if not holes:
        return _plain(command)
    names = _names(holes)
    kind = rng.choice(["", "", "number", "name"])
    fields = {"": [""] * len(holes), "number": list(map(str, range(len(holes)))), "name": names}[kind]
    text = _with(command, [f"{{{name}{hole.form}}}" for name, hole in zip(fields, holes, strict=True)], braces=True)
    values = [hole.code for hole in holes]
    if kind == "name":
        values = [f"{name}={code}" for name, code in dict(zip(names, values, strict=True)).items()]
    return f"{literal(text)}.format({', '.join(values)})"


def concatenation(command: Command, _: random.Random) -> str | None:
    """`"tar -cf " + archive`."""
    terms = [literal(piece) if isinstance(piece, str) else piece.operand for piece in command]
    if isinstance(command[0], Hole) and not any(isinstance(piece, str) for piece in command):
        return None
    return " + ".join(terms)


def join_call(command: Command, rng: random.Random) -> str | None:
    """`" ".join(["tar", "-cf", archive])`."""
    found = [_element(word) for word in _words(command)]
    if None in found or not _holes(command):
        return None if None in found else _plain(command)
    items = ", ".join(item for item in found if item)
    return f'" ".join(({items}))' if rng.random() < 1 / 4 and len(found) > 1 else f'" ".join([{items}])'


def _f_string(command: Command) -> str | None:
    codes = [_single(hole.code) for hole in _holes(command)]
    if any('"' in code or "\\" in code or "#" in code or code.startswith("{") for code in codes):
        return None
    if not codes:
        return _plain(command)
    texts = "".join(piece for piece in command if isinstance(piece, str))
    single = '"' in texts and "\\" not in texts and not any("'" in code for code in [texts, *codes])
    rest = iter(codes)
    body = "".join(
        _escaped(piece, single=single) if isinstance(piece, str) else f"{{{next(rest)}{piece.form}}}" for piece in command
    )
    return f"f'{body}'" if single else f'f"{body}"'


def _plain(command: Command) -> str:
    return literal("".join(piece for piece in command if isinstance(piece, str)))


def _holes(command: Command) -> list[Hole]:
    return [piece for piece in command if isinstance(piece, Hole)]


def _with(command: Command, fields: Sequence[str], *, percent_sign: bool = False, braces: bool = False) -> str:
    """The text with a field for each hole and the signs of the style doubled elsewhere."""
    rest = iter(fields)
    found = []
    for piece in command:
        if isinstance(piece, Hole):
            found.append(next(rest))
        elif percent_sign:
            found.append(piece.replace("%", "%%"))
        else:
            found.append(piece.replace("{", "{{").replace("}", "}}") if braces else piece)
    return "".join(found)


def _sign(hole: Hole) -> str:
    number = _NUMBER.fullmatch(hole.form)
    return "%s" if not hole.form else "%r" if hole.form == "!r" else f"%{number[1]}" if number else ""


def _names(holes: Sequence[Hole]) -> list[str]:
    """A name for each hole: its own where it has one, the same for the same expression."""
    names: dict[str, str] = {}
    for at, hole in enumerate(holes):
        last = hole.code.rpartition(".")[2]
        own = last.isidentifier() and last not in names.values()
        names.setdefault(hole.code + hole.form, last if own else f"arg{at + 1}")
    return [names[hole.code + hole.form] for hole in holes]


def _words(command: Command) -> list[Command]:
    """The pieces between blanks."""
    words: list[list[Piece]] = [[]]
    for piece in command:
        if isinstance(piece, Hole):
            words[-1].append(piece)
            continue
        first, *more = piece.split(" ")
        words[-1].append(first)
        words += [[part] for part in more]
    return [merged(word) for word in words]


def _element(word: Command) -> str | None:
    if not word:
        return '""'
    match word:
        case [str(text)]:
            return literal(text)
        case [Hole(many=many) as hole]:
            return f"*{bracketed(many)}" if many else hole.value
    return _f_string(word)


def _escaped(text: str, *, single: bool) -> str:
    written = text if single else json.dumps(text, ensure_ascii=False)[1:-1]
    return written.replace("{", "{{").replace("}", "}}")


def _single(code: str) -> str:
    """An expression with single quotes, which may stand inside an f-string in double ones."""
    return ast.unparse(ast.parse(code, mode="eval")) if '"' in code else code
