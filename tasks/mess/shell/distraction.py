"""What stands around a shell and hides it: false protection, switched off warnings, reassuring words, a second shell."""

import ast
import random
from collections.abc import Iterator
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.shell.indirection import host_of
from code_review_env.tasks.mess.shell.site import Function, free, shelled, sites
from code_review_env.tasks.mess.source import Source

_SUPPRESSIONS: Final = ("# noqa: S602", "# nosec", "# noqa", "# nosec B602", "# noqa: S602 - trusted")
_ASSURANCES: Final = (
    "# values are checked by the caller",
    "# only admins get here",
    "# needs the shell, do not change",
    "# input comes from our own form",
    "# quick and dirty, but works",
    "# same command as in the manual",
    "# safe, the names are ours",
)
_SIGNS: Final = (";", "`", "|", "&", "$")
_TRIALS: Final = ("try_out", "by_hand", "debug_shell", "quick_shell")


def _suppressed(source: Source, rng: random.Random) -> Iterator[Change]:
    """A comment behind the call that once kept a linter quiet."""
    open_lines = set(source.free_lines)
    for site in shelled(source):
        row = site.call.lineno - 1
        line = source.lines[row].rstrip("\n")
        if row in open_lines and "#" not in line and not line.endswith("\\"):
            at = source.line_starts[row] + len(line)
            yield (Edit(at, at, f"  {rng.choice(_SUPPRESSIONS)}"),)


def _assured(source: Source, rng: random.Random) -> Iterator[Change]:
    """A comment in front of the call that says that nothing can happen."""
    for site in shelled(source):
        host = host_of(source, site.call)
        if host:
            at = source.line_span(host)[0]
            yield (Edit(at, at, f"{source.indent(host)}{rng.choice(_ASSURANCES)}\n"),)


def _cleaned(source: Source, rng: random.Random) -> Iterator[Change]:
    """One sign of the shell's is taken out of the line, one that no benign line holds."""
    texts = "".join(node.value for node in source.all(ast.Constant) if isinstance(node.value, str))
    signs = [sign for sign in _SIGNS if sign not in texts]
    for site in shelled(source):
        code = source.of(site.command)
        atomic = isinstance(site.command, ast.Name | ast.Call | ast.JoinedStr | ast.Constant) and "\n" not in code
        if signs:
            put = code if atomic else f"({code})"
            text = f'{put}.replace("{rng.choice(signs)}", "{rng.choice(["", " "])}")'
            yield (Edit(source.start(site.command), source.end(site.command), text),)


def _no_shell(source: Source, _: random.Random) -> Iterator[Change]:
    """A neighbour that has no shell says so."""
    for site in sites(source):
        if site.shell is None and not any(keyword.arg is None for keyword in site.call.keywords):
            at = source.end(site.command)
            yield (Edit(at, at, ", shell=False"),)


def _noted(source: Source, _: random.Random) -> Iterator[Change]:
    """The line goes to a log nobody reads."""
    if "logging" in source.words:
        return
    top = next((node for node in source.tree.body if isinstance(node, ast.Import)), None)
    for site in shelled(source):
        host = host_of(source, site.call)
        if host and top and isinstance(site.command, ast.Name):
            at, head = source.line_span(host)[0], source.start(top)
            line = f'{source.indent(host)}logging.getLogger(__name__).debug("%s", {site.command.id})\n'
            yield Edit(head, head, "import logging\n"), Edit(at, at, line)


def _left_over(source: Source, rng: random.Random) -> Iterator[Change]:
    """A function for trying lines out, which nobody calls."""
    names = free(source, _TRIALS)
    functions = [node for node in source.tree.body if isinstance(node, Function)]
    if names and functions:
        at = source.start(rng.choice(functions))
        call = rng.choice(["call(line, shell=True)", "run(line, shell=True).returncode", "check_output(line, shell=True)"])
        yield (
            Edit(
                at, at, f'def {rng.choice(names)}(line):\n    """For trying things out."""\n    return subprocess.{call}\n\n\n'
            ),
        )


def _quoting_import(source: Source, _: random.Random) -> Iterator[Change]:
    """The module that could have helped, imported and not used."""
    top = next((node for node in source.tree.body if isinstance(node, ast.Import)), None)
    if top and "shlex" not in source.words:
        at = source.start(top)
        yield (Edit(at, at, "import shlex\n"),)


DISTRACTION: Final = (
    Transform("a sign taken out", "S602", "fuzz", _cleaned),
    Transform("line in a log", "S602", "local", _noted),
    Transform("shell for trials", "S602", "local", _left_over),
    Transform("neighbour without a shell", "S602", "local", _no_shell),
    Transform("shlex unused", "S602", "local", _quoting_import),
    Transform("reassuring words", "S602", "tree", _assured),
    Transform("switched off warning", "S602", "tree", _suppressed),
)
