"""House rules of the medium stage: ways to a shell that S602, S604 and S605 do not see.

A run shows only what it executes, so the text must not hold a road to a shell either. ruff sees a literal `shell=True` on a
call it can resolve; everything here was tried as a way around it. What the original does the same way is not counted.
"""

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from code_review_env.env.scoring.gate import Parsed, column_of
from code_review_env.env.scoring.house.paths import Paths, imported, namespace_owner
from code_review_env.env.scoring.report import Diagnostic
from code_review_env.env.scoring.signature import parameters
from code_review_env.env.scoring.spelling import NO_NAMES, spelling

SEEN: Final = "CRE201"
"""A shell that the run saw, by whatever road."""

KEYWORD: Final = "CRE202"
"""`shell=` with anything but a literal False: `shell=bool(1)`, a variable, a partial."""

PACKED: Final = "CRE203"
"""Arguments of a subprocess call that hide a `shell`: `**{"shell": True}`, `*args`, the 9th position of Popen."""

COMPUTED: Final = "CRE204"
"""A member of os, subprocess, asyncio or pty by a computed name, or the whole module handed on, as in `vars(os)`."""

REFERENCE: Final = "CRE205"
"""A function that starts a shell or bypasses subprocess, called or only named: `os.system`, `pty.spawn`, `os.exec*`; a
replaced member of these modules; a class that inherits from Popen."""

ARGV: Final = "CRE206"
"""A shell as the program itself: `["sh", "-c", text]`, `["sh"]`, `[name, "-c", text]`, `executable="/bin/sh"`."""

POPEN_SHELL_POSITION: Final = 9
"""`shell` is the 9th positional parameter of `subprocess.Popen` since Python 3.0."""

_RUNNERS: Final = frozenset(f"subprocess.{name}" for name in ("run", "call", "check_call", "check_output", "Popen"))
_WATCHED: Final = frozenset({"os", "posix", "subprocess", "asyncio", "asyncio.subprocess", "pty"})
_PATHS: Final = re.compile(
    r"(os|posix)\.(system|popen|exec\w+|spawn\w+|posix_spawnp?|fork\w*)|subprocess\.(getoutput|getstatusoutput)"
    r"|asyncio\.(subprocess\.)?create_subprocess_shell|pydoc\.(pipepager|tempfilepager)|imaplib\.IMAP4_stream"
    r"|(pty|ctypes|_ctypes|_posixsubprocess|pipes)(\..*)?"
    r"|sys\.modules|pkgutil\.resolve_name|importlib\.import_module|inspect\.(getmembers\w*|getattr_static)"
)
_DETOUR: Final = re.compile(r"[\w.]+\.(?=(os|subprocess|asyncio|pty)\.)")
"""Modules that import one of these hand it on: `shutil.os.system`."""
_METHODS: Final = frozenset({"subprocess_shell", "create_subprocess_shell"})
_SHELL: Final = re.compile(r"(?:.*/)?(?:(?:ba|da|z|k|a|c|tc|fi)?sh|su|busybox|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)")
_COMMAND_SWITCH: Final = re.compile(r"-\w*c|/[cC]|-Command")
_COMMAND_LINE: Final = re.compile(r"\s*(?:\S*/)?(?:env\s+)?(?:\S*/)?(?:ba|da|z|k|a|c|tc)?sh\s+-\w*c\b")


@dataclass(frozen=True, slots=True)
class _Hit:
    """`key` tells hits apart that the original may hold as well; None is never excused."""

    key: object
    node: ast.stmt | ast.expr
    rule: str
    message: str


def findings(original: Parsed, submission: Parsed, entry: str) -> tuple[Diagnostic, ...]:
    """Roads to a shell that are new to the file; at most one finding of a rule in a line."""
    del entry
    known = {hit.key for hit in original.once(_hits)} - {None}
    found = {
        (hit.rule, hit.node.lineno): Diagnostic(
            hit.node.lineno, column_of(submission, hit.node), hit.rule, hit.message, source="house"
        )
        for hit in submission.once(_hits)
        if hit.key not in known
    }
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class _File:
    """What the rules ask about a file.

    Attributes:
        paths: what its names stand for.
        parameters: names of parameters that nobody changes in place.
        called: ids of the functions of its calls.
        plain: ids of the expressions of which a member is taken by a written name.
    """

    paths: Paths
    parameters: frozenset[str]
    called: frozenset[int]
    plain: frozenset[int]


def _hits(parsed: Parsed) -> list[_Hit]:
    outline = parsed.outline
    given = {parameter.name for function in parsed.outline.functions() for parameter in parameters(function)}
    file = _File(
        parsed.once(Paths),
        frozenset(given.difference(*map(_changed, outline.nodes.among(_CHANGERS)))),
        frozenset(id(node.func) for node in outline.nodes.of(ast.Call)),
        frozenset(id(owner) for node in outline.nodes.among(_OWNERS) for owner in _owners(node)),
    )
    judged = [node for node in outline.nodes.among(_JUDGED) if isinstance(node, ast.stmt | ast.expr)]
    return [hit for node in judged for rule in _RULES for hit in rule(node, file)]


def _changed(node: ast.AST) -> set[str]:
    """Names of mappings and lists that `node` changes in place."""
    match node:
        case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store()) | ast.AugAssign(target=ast.Name(id=name)):
            return {name}
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)) if attr in _CHANGING:
            return {name}
    return set()


_CHANGING: Final = frozenset({"update", "setdefault", "append", "extend", "insert", "__setitem__", "__ior__"})


def _owners(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Attribute(value=owner) | ast.Call(func=ast.Name(id="getattr" | "hasattr"), args=[owner, ast.Constant(), *_]):
            yield owner


_CHANGERS: Final = frozenset({ast.Subscript, ast.AugAssign, ast.Call})
_OWNERS: Final = frozenset({ast.Attribute, ast.Call})
_JUDGED: Final = frozenset(
    {
        *(ast.Import, ast.ImportFrom, ast.ClassDef, ast.Call, ast.Attribute, ast.Name),
        *(ast.Subscript, ast.List, ast.Tuple, ast.Constant),
    }
)
"""Types of the nodes that the rules look at."""


def _key(node: ast.AST) -> object:
    return spelling(node, NO_NAMES)


def _keyword(node: ast.stmt | ast.expr, _: _File) -> Iterator[_Hit]:
    for keyword in node.keywords if isinstance(node, ast.Call) else ():
        if keyword.arg != "shell" or _literally_false(keyword.value):
            continue
        # A literal True is never excused: ruff may not see the very call that it saw in the original.
        key = None if isinstance(keyword.value, ast.Constant) else _key(node)
        yield _Hit(key, node, KEYWORD, "`shell=` must be left out or be a literal False")


def _literally_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and (node.value is None or node.value is False or node.value == 0)


def _packed(node: ast.stmt | ast.expr, file: _File) -> Iterator[_Hit]:
    if not isinstance(node, ast.Call) or not _runs(node, file):
        return
    message = "pass the arguments of subprocess by name, so that it is plain that no shell is among them"
    unpacked = [keyword.value for keyword in node.keywords if keyword.arg is None]
    starred = [argument.value for argument in node.args if isinstance(argument, ast.Starred)]
    opaque = [value for value in (*unpacked, *starred) if not _is_parameter(value, file)]
    if opaque or len(node.args) >= POPEN_SHELL_POSITION:
        yield _Hit(_key(node), node, PACKED, message)


def _runs(call: ast.Call, file: _File) -> bool:
    """A call of subprocess, or one that is handed such a function, as `partial(subprocess.run, ...)` is."""
    return any(not _RUNNERS.isdisjoint(file.paths.of(part)) for part in (call.func, *call.args))


def _is_parameter(node: ast.expr, file: _File) -> bool:
    return isinstance(node, ast.Name) and node.id in file.parameters


def _computed(node: ast.stmt | ast.expr, file: _File) -> Iterator[_Hit]:
    owner: ast.expr | None = None
    match node:
        case ast.Call(func=ast.Name(id="getattr"), args=[value, name, *_]) if not isinstance(name, ast.Constant):
            owner = value
        case ast.Subscript(value=mapping, slice=key) if not isinstance(key, ast.Constant):
            owner = namespace_owner(mapping)
        case ast.Name(ctx=ast.Load()) if id(node) not in file.plain:
            owner = node
    if owner is not None and not _WATCHED.isdisjoint(file.paths.of(owner)):
        yield _Hit(_key(node), node, COMPUTED, "the name of the function is computed, so nothing tells which one is called")


def _reference(node: ast.stmt | ast.expr, file: _File) -> Iterator[_Hit]:
    for path in sorted(_named(node, file)):
        # Calling is what ruff sees; naming without a call is what it does not, so the original excuses each by itself.
        way = "import" if isinstance(node, ast.stmt) else "call" if id(node) in file.called else "name"
        yield _Hit((path, way), node, REFERENCE, f"`{path}` starts a shell or goes around subprocess")


def _replaced(node: ast.stmt | ast.expr, file: _File) -> Iterator[_Hit]:
    """What the modules do is changed, or taken over by a class of one's own."""
    touched: list[ast.expr] = []
    match node:
        case ast.Attribute(value=owner, ctx=ast.Store() | ast.Del()):
            touched = [owner]
        case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[owner, *_]):
            touched = [owner]
        case ast.ClassDef(bases=bases):
            touched = bases
    paths = {path for one in touched for path in file.paths.of(one) if path.partition(".")[0] in _WATCHED}
    if paths:
        yield _Hit(
            ("replaced", *sorted(paths)), node, REFERENCE, f"`{min(paths)}` is changed or inherited from; call it instead"
        )


def _named(node: ast.stmt | ast.expr, file: _File) -> set[str]:
    found: set[str] = set()
    match node:
        case ast.Import() | ast.ImportFrom():
            found = {path for _, path in imported(node)}
            found |= {f"{path.removesuffix('.*')}.system" for path in found if path in _STARRED}
        case ast.Attribute(attr=attr) if attr in _METHODS:
            return {attr}
        case ast.Call(func=ast.Attribute(attr="attrgetter" | "methodcaller") | ast.Name(id="attrgetter" | "methodcaller")):
            names = [part.value for part in node.args if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            found = {f"{module}.{name}" for module in ("os", "subprocess", "asyncio") for name in names[:1]}
        case ast.Name(ctx=ast.Load()) | ast.Attribute() | ast.Call() | ast.Subscript():
            found = set(file.paths.of(node))
    return {path for path in found if _PATHS.fullmatch(_DETOUR.sub("", path))}


_STARRED: Final = frozenset({"os.*", "posix.*"})


def _argv(node: ast.stmt | ast.expr, _: _File) -> Iterator[_Hit]:
    message = "the program that is started is itself a shell"
    match node:
        case ast.List(elts=items) | ast.Tuple(elts=items):
            words = [item.value if isinstance(item, ast.Constant) else None for item in items]
            if _is_command(words, starred=bool(items) and isinstance(items[0], ast.Starred)):
                yield _Hit(_key(node), node, ARGV, message)
        case ast.Call(keywords=keywords):
            programs = [_constant(keyword.value) for keyword in keywords if keyword.arg == "executable"]
            if any(not isinstance(program, str) or _shell_word(program) for program in programs):
                yield _Hit(_key(node), node, ARGV, message)
        case ast.Constant(value=str(text)) if _COMMAND_LINE.match(text):
            yield _Hit(text, node, ARGV, message)
        case ast.Constant(value="shell"):
            yield _Hit("shell", node, PACKED, "`shell` is only named, so nothing tells what for")


def _is_command(words: Sequence[object], *, starred: bool) -> bool:
    """A list that starts a shell; `words` holds None for whatever is no constant."""
    first = words[0] if words else None
    named = first != "cmd" and _shell_word(first)
    return (
        named
        or any(_shell_word(one) and _switch(other) for one, other in pairwise(words))
        or (words[:2] in _COMPUTED_COMMANDS and not starred)
    )


_COMPUTED_COMMANDS: Final = ([None, "-c"], [None, "-lc"])
"""How a list begins whose program is computed and takes a command line."""


def _constant(node: ast.expr) -> object:
    return node.value if isinstance(node, ast.Constant) else None


def _shell_word(word: object) -> bool:
    text = word.decode("latin-1") if isinstance(word, bytes) else word
    return isinstance(text, str) and _SHELL.fullmatch(text) is not None


def _switch(word: object) -> bool:
    text = word.decode("latin-1") if isinstance(word, bytes) else word
    return isinstance(text, str) and _COMMAND_SWITCH.fullmatch(text) is not None


_RULES: Final[tuple[Callable[[ast.stmt | ast.expr, _File], Iterator[_Hit]], ...]] = (
    _keyword,
    _packed,
    _computed,
    _reference,
    _replaced,
    _argv,
)
