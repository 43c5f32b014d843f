"""The same call written otherwise: names of the module, names of its options."""

import ast
import random
from collections.abc import Iterator
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.shell.site import Site, free, function_of, sites
from code_review_env.tasks.mess.source import Source

_SHORT: Final = ("sp", "subp", "proc", "sub")


def _keywords(source: Source, name: str, value: str) -> Iterator[ast.keyword]:
    """The keyword in every call of subprocess."""
    for site in sites(source):
        for keyword in site.call.keywords:
            if keyword.arg == name and source.of(keyword.value) == value:
                yield keyword


def _replaced(source: Source, keyword: ast.keyword, text: str) -> Change:
    return (Edit(source.start(keyword), source.end(keyword), text),)


def _newlines(source: Source, _: random.Random) -> Iterator[Change]:
    """The old name of `text`."""
    return (_replaced(source, keyword, "universal_newlines=True") for keyword in _keywords(source, "text", "True"))


def _pipes(source: Source, _: random.Random) -> Iterator[Change]:
    """What `capture_output` stands for."""
    text = "stdout=subprocess.PIPE, stderr=subprocess.PIPE"
    return (_replaced(source, keyword, text) for keyword in _keywords(source, "capture_output", "True"))


def _number(source: Source, _: random.Random) -> Iterator[Change]:
    """`shell=1`, as in old code."""
    return (_replaced(source, keyword, "shell=1") for keyword in _keywords(source, "shell", "True"))


def _status(source: Source, _: random.Random) -> Iterator[Change]:
    """`run(...).returncode` as `call(...)`, which is the same where nothing is captured and nothing is fed."""
    for site in sites(source):
        member = source.parents[site.call]
        if site.runner == "run" and isinstance(member, ast.Attribute) and member.attr == "returncode" and _plain(site):
            function = site.call.func
            yield (
                Edit(source.start(function), source.end(function), "subprocess.call"),
                Edit(source.end(site.call), source.end(member), ""),
            )


def _plain(site: Site) -> bool:
    return {keyword.arg for keyword in site.call.keywords} <= {"shell", "cwd", "env", "stdout", "stderr", "stdin"}


def _short(source: Source, rng: random.Random) -> Iterator[Change]:
    """`import subprocess as sp`."""
    node, uses = _import(source), list(_uses(source))
    names = free(source, _SHORT)
    if node and names:
        name = rng.choice(names)
        renamed = (Edit(source.start(use), source.end(use), name) for use in uses)
        yield (Edit(source.start(node), source.end(node), f"import subprocess as {name}"), *renamed)


def _members(source: Source, _: random.Random) -> Iterator[Change]:
    """`from subprocess import run, PIPE`."""
    node = _import(source)
    members = [source.parents[use] for use in _uses(source)]
    found = [member for member in members if isinstance(member, ast.Attribute)]
    names = sorted({member.attr for member in found})
    if node and names and len(found) == len(members) and source.names.isdisjoint(names):
        edits = (Edit(source.start(member), source.end(member), member.attr) for member in found)
        yield (Edit(source.start(node), source.end(node), f"from subprocess import {', '.join(names)}"), *edits)


def _inside(source: Source, _: random.Random) -> Iterator[Change]:
    """The import inside the only function that needs it."""
    node = _import(source)
    functions = {function_of(source, use) for use in _uses(source)}
    function = functions.pop() if len(functions) == 1 else None
    if node is None or function is None or source.parents[function] is not source.tree:
        return
    docstring = isinstance(function.body[0], ast.Expr) and isinstance(function.body[0].value, ast.Constant)
    body = function.body[1:] if docstring else function.body
    if body and body[0].lineno != function.lineno:
        at = source.line_span(body[0])[0]
        first, end = source.line_span(node)
        yield (Edit(first, end, ""), Edit(at, at, f"{source.indent(body[0])}import subprocess\n\n"))


def _import(source: Source) -> ast.Import | None:
    """The line `import subprocess` at the top."""
    for node in source.tree.body:
        if isinstance(node, ast.Import) and [(one.name, one.asname) for one in node.names] == [("subprocess", None)]:
            return node
    return None


def _uses(source: Source) -> Iterator[ast.Name]:
    return (node for node in source.all(ast.Name) if node.id == "subprocess")


SPELLING: Final = (
    Transform("universal_newlines", "S602", "local", _newlines),
    Transform("pipes by name", "S602", "local", _pipes),
    Transform("call for a status", "S602", "local", _status),
    Transform("shell=1", "S602", "local", _number),
    Transform("short name of the module", "S602", "local", _short),
    Transform("names from the module", "S602", "local", _members),
    Transform("import inside a function", "S602", "local", _inside),
)
