"""A helper written out where it is called: its decisions become those of the caller."""

import ast
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from code_review_env.tasks.mess.complexity import removal
from code_review_env.tasks.mess.complexity.places import Place, functions, places, simple, used
from code_review_env.tasks.mess.complexity.sink import Sink, computed
from code_review_env.tasks.mess.complexity.tails import Mover, ends
from code_review_env.tasks.mess.complexity.text import Lines, Unfit, bracketed, expression, replaced, statements
from code_review_env.tasks.mess.complexity.words import VALUES, beside, of_function
from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.source import Source, walk


@dataclass(frozen=True, slots=True)
class _Helper:
    """A function that can be written out.

    Attributes:
        node: the function.
        body: without its docstring.
        locals: names that it binds, parameters included.
    """

    node: ast.FunctionDef
    body: list[ast.stmt]
    locals: frozenset[str]

    @property
    def parameters(self) -> list[str]:
        """In order."""
        return [one.arg for one in self.node.args.args]


@lru_cache(maxsize=4)
def _helpers(source: Source) -> Mapping[str, _Helper]:
    return {helper.node.name: helper for helper in map(_helper, functions(source)) if helper.body and _plain(helper.node)}


def _helper(node: ast.FunctionDef) -> _Helper:
    documented = ast.get_docstring(node, clean=False) is not None
    bound = {one.id for one in walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    return _Helper(node, node.body[documented:], frozenset(bound | {one.arg for one in node.args.args}))


def _plain(node: ast.FunctionDef) -> bool:
    """No recursion, nothing that a copy of the body would not do."""
    odd = node.args.vararg or node.args.kwarg or node.args.kwonlyargs or node.args.posonlyargs or node.decorator_list
    strange = ast.Yield | ast.YieldFrom | ast.Lambda | ast.FunctionDef | ast.Global | ast.Nonlocal | ast.Match
    inner = (one for statement in node.body for one in walk(statement))
    return not odd and not any(
        isinstance(one, strange) or (isinstance(one, ast.Name) and one.id == node.name) for one in inner
    )


def _calls(source: Source, rng: random.Random) -> Iterator[tuple[Place, ast.Call, _Helper]]:
    helpers = _helpers(source)
    for place in places(source, rng, ast.Call):
        match place.node:
            case ast.Call(func=ast.Name(id=name)) as call if name in helpers and name != place.function.name:
                yield place, call, helpers[name]


def _inlined(source: Source, rng: random.Random) -> Iterator[Change]:
    for place, call, helper in _calls(source, rng):
        try:
            change = _body(source, rng, place, (call, helper))
        except Unfit:
            continue
        yield (*change, *removal.unused(source, helper.node, place.at))


def _body(source: Source, rng: random.Random, place: Place, called: tuple[ast.Call, _Helper]) -> Change:
    call, helper = called
    head, names = _bound(source, rng, place, called)
    match place.at:
        case ast.Return() if place.whole:
            tail = [] if ends(helper.body) else ["return None"]
            return replaced(source, place.at, [*head, *statements(source, helper.body, names), *tail])
        case ast.Expr() if place.at.value is call and not any(isinstance(one, ast.Return) for one in walk(helper.node)):
            return replaced(source, place.at, [*head, *statements(source, helper.body, names)])
        case ast.Expr() if place.at.value is call:
            raise Unfit
    if len(helper.body) == 1 and isinstance(helper.body[0], ast.Return) and not head:
        return _in_place(source, place, helper.body[0], names)

    def build(sink: Sink) -> Lines:
        return [*head, *Mover(source, names, sink).moved(helper.body)]

    return computed(source, rng, place, (of_function(helper.node.name), *VALUES), build)


def _in_place(source: Source, place: Place, only: ast.Return, names: dict[str, str]) -> Change:
    """A helper that is one expression takes the place of its call."""
    if only.value is None:
        raise Unfit
    whole = place.whole or (isinstance(place.at, ast.If) and place.at.test is place.node)
    text = expression(source, only.value, names) if whole else bracketed(source, only.value, names)
    return (Edit(source.start(place.node), source.end(place.node), text),)


def _bound(source: Source, rng: random.Random, place: Place, called: tuple[ast.Call, _Helper]) -> tuple[Lines, dict[str, str]]:
    """Statements that bind the parameters, and what the names of the helper become."""
    call, helper = called
    taken = used(place.function) | {one.arg for one in place.function.args.args}
    _refuse_clashes(helper, place.function)
    names = {name: beside(source, rng, name) for name in sorted(helper.locals & taken)}
    assigned = {one.id for line in helper.body for one in walk(line) if isinstance(one, ast.Name) and _stored(one)}
    lines: Lines = []
    for name, value in _arguments(call, helper):
        if name not in assigned and _may_stand(source, helper, name, value):
            names[name] = expression(source, value)
        else:
            lines.append(f"{names.get(name, name)} = {expression(source, value)}")
    return lines, names


def _may_stand(source: Source, helper: _Helper, name: str, value: ast.expr) -> bool:
    """The argument may be written where the helper reads its parameter."""
    if isinstance(value, ast.Constant):
        tests = (
            source.parents[one] for line in helper.body for one in walk(line) if isinstance(one, ast.Name) and one.id == name
        )
        return not any(isinstance(one, ast.If | ast.IfExp | ast.BoolOp | ast.UnaryOp) for one in tests)
    return isinstance(value, ast.Name) or (simple(value) and _read_once(helper, name))


def _refuse_clashes(helper: _Helper, caller: ast.FunctionDef) -> None:
    bound = {one.id for one in walk(caller) if isinstance(one, ast.Name) and _stored(one)}
    outer = frozenset().union(*(used(line) for line in helper.body)) - helper.locals
    if outer & (bound | {one.arg for one in caller.args.args}):
        raise Unfit


def _stored(name: ast.Name) -> bool:
    return not isinstance(name.ctx, ast.Load)


def _read_once(helper: _Helper, name: str) -> bool:
    """An item or attribute is only written out where the helper reads it once, and first of all."""
    reads = [one for line in helper.body for one in walk(line) if isinstance(one, ast.Name) and one.id == name]
    return len(reads) == 1 and name in used(helper.body[0]) and not isinstance(helper.body[0], ast.For | ast.While | ast.Try)


def _arguments(call: ast.Call, helper: _Helper) -> list[tuple[str, ast.expr]]:
    """What each parameter gets, in the order in which it is evaluated."""
    if any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords):
        raise Unfit
    given = [*zip(helper.parameters, call.args, strict=False), *((str(one.arg), one.value) for one in call.keywords)]
    defaults = helper.node.args.defaults
    known = {name for name, _ in given}
    rest = zip(helper.parameters[len(helper.parameters) - len(defaults) :], defaults, strict=True)
    given += [(name, value) for name, value in rest if name not in known and isinstance(value, ast.Constant)]
    if len(given) != len(helper.parameters):
        raise Unfit
    return given


TRANSFORMS = (Transform("helper written out", "C901", "local", _inlined),)
