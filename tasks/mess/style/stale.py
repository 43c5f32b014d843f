"""What an older version left behind: F601, F811, F822."""

import ast
import random
from collections.abc import Iterator
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform, rewritten
from code_review_env.tasks.mess.source import Source, is_text

_GONE: Final = ("{}_old", "{}_all", "{}_from_file", "parse_{}", "print_{}", "{}_v1")


def _helper(source: Source, rng: random.Random) -> Iterator[Change]:
    """An earlier version of a helper in front of it: without docstring, and with another number, text or answer."""
    for node in source.helpers:
        places = [] if node.decorator_list or node.args.defaults or node.args.kw_defaults else list(_places(source, node))
        if places:
            start, _ = source.line_span(node)
            yield (Edit(start, start, f"{_older(source, node, rng.choice(places))}\n\n\n"),)


def _older(source: Source, node: ast.FunctionDef, place: ast.expr) -> str:
    start, end = source.start(node), source.end(node)
    edits = [Edit(source.start(place) - start, source.end(place) - start, _stale(place))]
    if is_text(node.body[0]):
        first, last = source.line_span(node.body[0])
        edits.append(Edit(first - start, last - start, ""))
    return rewritten(source.text[start:end], edits)


def _places(source: Source, node: ast.FunctionDef) -> Iterator[ast.expr]:
    """The constants and answers of a function, where an older version may have had others."""
    code = {inner for part in node.body if not is_text(part) for inner in ast.walk(part)}
    yield from (value for value in source.plain(ast.Constant) if value in code)
    yield from (one.value for one in source.plain(ast.Return) if one in code and one.value is not None)


def _stale(node: ast.expr) -> str:
    """What once stood where a value stands; it has no effect."""
    match node:
        case ast.Constant(value=bool() as value):
            return repr(not value)
        case ast.Constant(value=int() | float() as value):
            return repr(value * 10 if value else 1)
        case ast.Constant(value=str(value)) if value.isprintable() and '"' not in value and "\\" not in value:
            return f'"{value[:-1]}"'
    return "None"


def _key(source: Source, _: random.Random) -> Iterator[Change]:
    """A key of a literal dict a second time, directly in front of the one that wins."""
    for node in source.plain(ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant):
                at = source.start(key)
                line = source.text[source.text.rfind("\n", 0, at) + 1 : at]
                gap = " " if line.strip() else f"\n{line}"
                yield (Edit(at, at, f"{source.of(key)}: {_stale(value)},{gap}"),)


def _export(source: Source, rng: random.Random) -> Iterator[Change]:
    """An `__all__` that still names a function that is gone."""
    public = [node.name for node in source.tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
    imports = [node for node in source.tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    gone = [form.format(public[-1]) for form in _GONE] if public else []
    free = [name for name in gone if name not in source.names]
    if free and "__all__" not in source.names and not source.reflective:
        at = source.line_span(imports[-1])[1] if imports else source.head
        listed = ", ".join(f'"{name}"' for name in (public[-1], rng.choice(free)))
        yield (Edit(at, at, f"\n__all__ = [{listed}]\n"),)


TRANSFORMS: Final = (
    Transform("older version of a helper", "F811", "local", _helper, stubborn=True),
    Transform("repeated key", "F601", "local", _key, stubborn=True),
    Transform("export of a name that is gone", "F822", "local", _export, stubborn=True),
)
