"""What else in a file takes hold of the entry's name or changes functions from the inside."""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.scopes import MODULE, STAR, Function
from code_review_env.env.scoring.spelling import NO_NAMES, Names, spelling

INTERNALS: Final = frozenset({"__code__", "__defaults__", "__kwdefaults__", "__wrapped__"})
"""Attributes through which a function becomes another one under the same name."""

NAMESPACES: Final = frozenset({"globals", "locals", "vars"})
"""Built-ins that hand out a module's names as a dict."""

SETTERS: Final = frozenset({"setattr", "delattr", "__setattr__", "__delattr__"})
WRITERS: Final = frozenset({"update", "setdefault", "pop", "popitem", "clear", "__setitem__", "__delitem__", "__ior__"})


READERS: Final = frozenset({"get", "keys", "values", "items", "copy"})
"""Methods of a dict that leave it as it is."""

IMPORTERS: Final = frozenset({"__import__", "import_module"})
OWN_NAMES: Final = frozenset({"submission", "__main__"})
"""What the module under test is called in the sandbox, and where scripts are run."""


@dataclass(frozen=True, slots=True)
class Touch:
    """One place that changes something by name."""

    name: str
    row: int


def rebindings(original: Parsed, submission: Parsed, entry: str, function: Function) -> list[str]:
    """Every place that binds `entry` after its definition, as "by a star import in line 9"."""
    return [
        *_later(original, submission, entry, function),
        *_through_global(submission, entry),
        *(f"through its namespace in line {touch.row}" for touch in _new(original, submission, entry)),
        *(
            f"through {touch.name} in line {touch.row}"
            for touch in _beyond(original.once(_escapes), submission.once(_escapes))
        ),
    ]


def _later(original: Parsed, submission: Parsed, entry: str, function: Function) -> Iterator[str]:
    known = set(original.once(Names.of).stars)
    unknown = any(star not in known for star in submission.once(Names.of).stars)
    for binding in submission.outline.module.bindings():
        if binding.row <= (function.end_lineno or function.lineno):
            continue  # the definition comes last, so it wins
        if binding.name == entry:
            yield f"in line {binding.row}"
        if binding.name == STAR and unknown:
            yield f"by a star import in line {binding.row}"


def _through_global(submission: Parsed, entry: str) -> Iterator[str]:
    for scope in submission.outline.scopes:
        if scope.name == MODULE:
            continue
        declared = any(entry in node.names for node in scope.nodes.of(ast.Global))
        for binding in scope.bindings() if declared else ():
            if binding.name == entry:
                yield f"by a `global` in line {binding.row}"


def internals(original: Parsed, submission: Parsed) -> list[Touch]:
    """Assignments of function internals that the original does not make."""
    return _beyond(original.once(_internals), submission.once(_internals))


def _internals(parsed: Parsed) -> list[tuple[object, Touch]]:
    return list(_assigned_internals(parsed))


def _assigned_internals(parsed: Parsed) -> Iterator[tuple[object, Touch]]:
    for node in parsed.outline.nodes.among(_ATTRIBUTES_AND_CALLS):
        if isinstance(node, ast.Attribute) and node.attr in INTERNALS and not isinstance(node.ctx, ast.Load):
            yield spelling(node, NO_NAMES), Touch(node.attr, node.lineno)
        elif isinstance(node, ast.Call) and _called(node) in SETTERS:
            for name in INTERNALS.intersection(_texts(node)):
                yield spelling(node, NO_NAMES), Touch(name, node.lineno)


def _new(original: Parsed, submission: Parsed, entry: str) -> list[Touch]:
    return _beyond(list(_writes(original, entry)), list(_writes(submission, entry)))


def _writes(parsed: Parsed, entry: str) -> Iterator[tuple[object, Touch]]:
    """Writes to a namespace dict under the entry's name, or under one that the text does not tell."""
    for node in parsed.outline.nodes.among(_SUBSCRIPTS_AND_CALLS):
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load) and _is_namespace(node.value):
            if not isinstance(node.slice, ast.Constant) or node.slice.value == entry:
                yield spelling(node, NO_NAMES), Touch(entry, node.lineno)
        elif isinstance(node, ast.Call) and _writes_name(node, entry):
            yield spelling(node, NO_NAMES), Touch(entry, node.lineno)


def _escapes(parsed: Parsed) -> list[tuple[object, Touch]]:
    """Places that get hold of the module's names as a whole, other than to read one: later writes go through any alias."""
    read = {id(value) for node in parsed.outline.nodes.among(_LOOKING) for value in _looked_into(node)}
    named = parsed.outline.nodes.among(_NAMING)
    found = [(node, _namespace(node)) for node in named if id(node) not in read or isinstance(node, ast.Attribute)]
    return [(name, Touch(name, getattr(node, "lineno", 1))) for node, name in found if name]


_ATTRIBUTES_AND_CALLS: Final = frozenset({ast.Attribute, ast.Call})
_SUBSCRIPTS_AND_CALLS: Final = frozenset({ast.Subscript, ast.Call})
_LOOKING: Final = frozenset({ast.Subscript, ast.Attribute, ast.Compare})
_NAMING: Final = frozenset({ast.Call, ast.Attribute, ast.ImportFrom, ast.Import})
"""Types of nodes that the functions below look at."""


def _looked_into(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.Subscript(value=value, ctx=ast.Load()):
            return [value]
        case ast.Attribute(value=value, attr=attr) if attr in READERS:
            return [value]
        case ast.Compare(comparators=values):
            return values
    return []


def _namespace(node: ast.AST) -> str:
    found = ""
    match node:
        case ast.Call(func=ast.Name(id="globals" | "vars" as name), args=[]):
            found = f"`{name}()`"
        case ast.Attribute(value=ast.Name(id="sys"), attr="modules"):
            found = "`sys.modules`"
        case ast.ImportFrom(module="sys", names=names) if any(alias.name == "modules" for alias in names):
            found = "`sys.modules`"
        case ast.Import(names=names) if not OWN_NAMES.isdisjoint(alias.name for alias in names):
            found = "an import of itself"
        case ast.Attribute(attr="__globals__" | "f_globals" as name):
            found = f"`{name}`"
        case ast.Call(args=[module, *_]) if _called(node) in IMPORTERS and _is_own_name(module):
            found = "an import of itself"
    return found


def _is_own_name(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return node.value in OWN_NAMES
    return isinstance(node, ast.Name) and node.id == "__name__"


def _writes_name(call: ast.Call, entry: str) -> bool:
    if _called(call) in SETTERS:
        return entry in _texts(call)
    return isinstance(call.func, ast.Attribute) and call.func.attr in WRITERS and _is_namespace(call.func.value)


def _is_namespace(node: ast.expr) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == "__dict__" and not (isinstance(node.value, ast.Name) and node.value.id == "self")
    return isinstance(node, ast.Call) and _called(node) in NAMESPACES


def _called(call: ast.Call) -> str:
    """Last part of the name of what is called."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _texts(call: ast.Call) -> set[str]:
    return {argument.value for argument in call.args if isinstance(argument, ast.Constant) and isinstance(argument.value, str)}


def _beyond(was: list[tuple[object, Touch]], now: list[tuple[object, Touch]]) -> list[Touch]:
    """What `now` holds more often than `was`."""
    left = Counter(key for key, _ in was)
    more = []
    for key, touch in now:
        left[key] -= 1
        if left[key] < 0:
            more.append(touch)
    return more
