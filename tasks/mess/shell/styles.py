"""An argv list becomes a line for the shell, in one of the styles in which people put such a line together.

On words without a meaning for a shell the line starts the same program with the same arguments; that is what every family
draws for its groups that are not about payloads, and the differential check of admission compares.
"""

import ast
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.shell import spell
from code_review_env.tasks.mess.shell.command import Command, of_list, of_string
from code_review_env.tasks.mess.shell.site import (
    Site,
    arguments,
    free,
    function_of,
    sites,
    text_names,
    written,
)
from code_review_env.tasks.mess.source import Source

_QUOTES: Final = ("", "", "", "'", '"')
"""What a hurried person puts around a value and takes for protection."""

_NAMES: Final = ("command", "cmd", "line", "command_line", "cmdline", "call")


def _styled(source: Source, rng: random.Random, style: spell.Style) -> Iterator[Change]:
    for site in _open(source):
        named = None if site.shelled else _named_list(source, site)
        line = _line(source, site, named, rng.choice(_QUOTES))
        code = style(line, rng) if line else None
        if code is not None:
            yield _named(source, site, named, code, rng) if named else (_call(source, site, code, rng),)


def _open(source: Source) -> list[Site]:
    """The calls that have no shell yet; all where each has one."""
    every = list(sites(source))
    return [site for site in every if not site.shelled] or every


def _line(source: Source, site: Site, named: ast.List | None, quote: str) -> Command | None:
    """The command line of a call; None where no list or text is written out."""
    if site.shelled:
        return of_string(site.command, text_names(function_of(source, site.call)))
    given = named or site.command
    return of_list(given.elts, source.of, quote) if isinstance(given, ast.List) else None


def _named_list(source: Source, site: Site) -> ast.List | None:
    """The list behind a name that its function binds once and uses in this call only."""
    function = function_of(source, site.call)
    if not isinstance(site.command, ast.Name) or function is None:
        return None
    uses = _uses(function, site.command.id)
    values = [node.value for node in ast.walk(function) if isinstance(node, ast.Assign) and uses[0] in node.targets]
    return values[0] if len(uses) == _BOUND_AND_USED and values and isinstance(values[0], ast.List) else None


_BOUND_AND_USED: Final = 2


def _uses(function: ast.AST, name: str) -> list[ast.Name]:
    found = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name]
    return sorted(found, key=lambda node: (node.lineno, node.col_offset))


def _call(source: Source, site: Site, code: str, rng: random.Random) -> Edit:
    rest = arguments(source, site)
    given = [code, "shell=True", *rest] if rng.random() < 1 / 2 else [code, *rest, "shell=True"]
    return Edit(source.start(site.call), source.end(site.call), written(source, site.call, source.of(site.call.func), given))


def _named(source: Source, site: Site, value: ast.List, code: str, rng: random.Random) -> Change:
    """The list is a text now, so its name changes with it."""
    function = function_of(source, site.call)
    bound, _ = _uses(function or source.tree, getattr(site.command, "id", ""))
    name = rng.choice(free(source, _NAMES) or [bound.id])
    return (
        Edit(source.start(bound), source.end(bound), name),
        Edit(source.start(value), source.end(value), code),
        _call(source, site, name, rng),
    )


def _joined(source: Source, rng: random.Random) -> Iterator[Change]:
    """`" ".join`: of the words, or of a list that comes from elsewhere."""
    yield from _styled(source, rng, spell.join_call)
    for site in sites(source):
        if site.shelled or isinstance(site.command, ast.List) or _named_list(source, site):
            continue
        quote = rng.choice(_QUOTES)
        items = source.of(site.command)
        if quote:
            outer = '"' if quote == "'" else "'"
            items = f"f{outer}{quote}{{word}}{quote}{outer} for word in {items}"
        yield (_call(source, site, f'" ".join({items})', rng),)


def _in_style(style: spell.Style) -> Callable[[Source, random.Random], Iterator[Change]]:
    return partial(_styled, style=style)


STYLES: Final = (
    Transform("command in an f-string", "S602", "fuzz", _in_style(spell.f_string)),
    Transform("command by %", "S602", "fuzz", _in_style(spell.percent)),
    Transform("command by format", "S602", "fuzz", _in_style(spell.format_call)),
    Transform("command by +", "S602", "fuzz", _in_style(spell.concatenation)),
    Transform("command by join", "S602", "fuzz", _joined),
)

HELD_OUT: Final = Transform("command by % with a mapping", "S602", "fuzz", _in_style(spell.mapping), held_out=True)
