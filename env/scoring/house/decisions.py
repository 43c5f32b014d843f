"""House rules of the hard stage: a branch that moved into an expression, a class body or a dead helper is still a branch.

C901 counts statements. It does not see ternaries, and/or chains, comprehension conditions, match guards and alternatives,
truth values used as an index, a number or an argument (`pick(a > 3, x, y)` is an `if`), context managers that swallow
exceptions, or branches of a class body and of the module. Each scope may hold a few of them, because honest code does; more
than the limit, and more than the original has there, is a finding.
There is no limit on the whole file: splitting guards into helpers honestly raises its total.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from code_review_env.env.scoring.gate import Parsed, column_of
from code_review_env.env.scoring.house.swallow import swallowers, swallows
from code_review_env.env.scoring.house.truth import USERS, Truths, unpacked
from code_review_env.env.scoring.report import Diagnostic
from code_review_env.env.scoring.scopes import MODULE, Function, Scope

HIDDEN: Final = "CRE301"
"""Too many decisions inside the expressions of one scope."""

OUTSIDE: Final = "CRE302"
"""Branches in a class body or at module level, where C901 does not look."""

WHOLE_SCOPE: Final = "CRE303"
"""`locals()` handed on, or read from the caller's frame: the helper is a piece of its caller, cut at an arbitrary line."""

NEVER_CALLED: Final = "CRE304"
"""A new function that nothing uses."""

MAX_BRANCHES: Final = 2
"""In a class body or at module level: complexity 3, as for a function."""

_ACCESSORS: Final = frozenset({"staticmethod", "classmethod", "property", "cached_property"})


def findings(original: Parsed, submission: Parsed, entry: str, *, max_decisions: int) -> tuple[Diagnostic, ...]:
    """Branches that are hidden from C901 and new to the file.

    Args:
        original: the task's messy file.
        submission: the file to judge.
        entry: name of the function under test.
        max_decisions: decisions inside the expressions of one scope that are always allowed.
    """
    return (
        *_hidden(original, submission, max_decisions),
        *_outside(original, submission),
        *_whole_scopes(original, submission),
        *_never_called(original, submission, entry),
    )


def decisions_of(parsed: Parsed) -> Mapping[str, int]:
    """Decisions inside the expressions of each scope, by its name; scopes of one name are numbered in order."""
    file = _File(Truths.of(parsed.outline), swallowers(parsed.outline))
    return {name: _decisions(scope, file) for name, scope in _numbered(parsed)}


@dataclass(frozen=True, slots=True)
class _File:
    """What the whole file tells about the expressions of one scope."""

    truths: Truths
    swallowers: frozenset[str]


def _numbered(parsed: Parsed) -> Iterator[tuple[str, Scope]]:
    seen: Counter[str] = Counter()
    for scope in parsed.outline.scopes:
        seen[scope.name] += 1
        yield (scope.name if seen[scope.name] == 1 else f"{scope.name}#{seen[scope.name]}"), scope


def _decisions(scope: Scope, file: _File) -> int:
    truths = file.truths.within(scope)
    judged = scope.nodes.among(_DECIDING)
    counted = {id(display) for node in judged for display in _counted_displays(node)}
    return sum(
        _in_expression(node) + swallows(node, file.swallowers) + (0 if id(node) in counted else truths.count(node))
        for node in judged
    )


def _counted_displays(node: ast.AST) -> Iterator[ast.expr]:
    """Displays whose items are no operands: those of `any` and `all`, and `a, b = x > 3, y > 3`."""
    if not isinstance(node, ast.Call | ast.Assign):
        return
    match node:
        case ast.Call(func=ast.Name(id="any" | "all"), args=[ast.List() | ast.Tuple() as display]):
            yield display
        case ast.Assign(value=value) if unpacked(node):
            yield value


def _in_expression(node: ast.AST) -> int:
    count = 0
    if type(node) not in _BRANCHING:
        return count
    match node:
        case ast.IfExp() | ast.match_case(guard=ast.expr()):
            count = 1
        case ast.BoolOp(values=several) | ast.MatchOr(patterns=several):
            count = len(several) - 1
        case ast.comprehension(ifs=conditions):
            count = len(conditions)
        case ast.Call(func=ast.Name(id="any" | "all"), args=[ast.List(elts=[_, *more]) | ast.Tuple(elts=[_, *more])]):
            count = len(more)
    return count


_BRANCHING: Final = frozenset({ast.IfExp, ast.match_case, ast.BoolOp, ast.MatchOr, ast.comprehension, ast.Call})
_DECIDING: Final = _BRANCHING | USERS | {ast.withitem, ast.Assign}
"""Types of the nodes that can count for something."""


def _hidden(original: Parsed, submission: Parsed, max_decisions: int) -> Iterator[Diagnostic]:
    was, now = original.once(decisions_of), submission.once(decisions_of)
    for name, scope in _numbered(submission):
        limit = max(max_decisions, was.get(name, 0))
        count = now[name]
        if count > limit:
            yield _found(
                submission, scope.node, HIDDEN, f"`{name}` holds too many decisions in its expressions ({count} > {limit})"
            )


def _outside(original: Parsed, submission: Parsed) -> Iterator[Diagnostic]:
    was = {name: count for name, _, count in original.once(_branches)}
    for name, scope, count in submission.once(_branches):
        limit = max(MAX_BRANCHES, was.get(name, 0))
        if count > limit:
            yield _found(
                submission, scope.node, OUTSIDE, f"`{name}` branches too often outside a function ({count} > {limit})"
            )


def _branches(parsed: Parsed) -> list[tuple[str, Scope, int]]:
    """Of the scopes that C901 skips, counted as it counts; a class inside a function is part of that function for it."""
    return [(name, scope, len(scope.nodes.among(_STATEMENTS))) for name, scope in _numbered(parsed) if not _in_function(scope)]


_STATEMENTS: Final = frozenset({ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.match_case})


def _in_function(scope: Scope | None) -> bool:
    while scope is not None and not isinstance(scope.node, Function):
        scope = scope.outer
    return scope is not None


def _whole_scopes(original: Parsed, submission: Parsed) -> Iterator[Diagnostic]:
    calls = list(_scope_dicts(submission))
    for call in calls[len(list(_scope_dicts(original))) :]:
        yield _found(submission, call, WHOLE_SCOPE, "all local names are handed on at once; pass what the helper needs")


_CALLS_AND_ATTRIBUTES: Final = frozenset({ast.Call, ast.Attribute})


def _scope_dicts(parsed: Parsed) -> Iterator[ast.expr]:
    for node in parsed.outline.nodes.among(_CALLS_AND_ATTRIBUTES):
        match node:
            case ast.Call(func=ast.Name(id="locals" | "vars"), args=[]) | ast.Attribute(attr="f_locals"):
                yield node


def _never_called(original: Parsed, submission: Parsed, entry: str) -> Iterator[Diagnostic]:
    known = {node.name for node in original.outline.functions()} | {entry}
    framework = {
        id(item)
        for scope in submission.outline.scopes
        if isinstance(scope.node, ast.ClassDef) and scope.node.bases
        for item in scope.node.body
    }
    for scope in submission.outline.scopes:
        node = scope.node
        if not isinstance(node, Function) or node.name in known or id(node) in framework or _registered(node):
            continue
        if not _used(submission, node):
            yield _found(submission, node, NEVER_CALLED, f"`{node.name}` is new and nothing uses it")


def _registered(function: Function) -> bool:
    """Called by somebody else: a protocol method, or a function handed to a decorator."""
    name = function.name
    decorators = {getattr(decorator, "id", getattr(decorator, "attr", "")) for decorator in function.decorator_list}
    return (name.startswith("__") and name.endswith("__")) or bool(decorators - _ACCESSORS)


_NAMES: Final = frozenset({ast.Name, ast.Attribute})


def _used(parsed: Parsed, function: Function) -> bool:
    """Somebody other than the function itself reads its name."""
    own = {id(node) for node in ast.walk(function)}
    return any(
        id(node) not in own and function.name == (node.id if isinstance(node, ast.Name) else node.attr)
        for node in parsed.outline.nodes.among(_NAMES)
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)
    )


def _found(parsed: Parsed, node: ast.AST, rule: str, message: str) -> Diagnostic:
    if isinstance(node, ast.expr | ast.stmt):
        return Diagnostic(node.lineno, column_of(parsed, node), rule, message, source="house")
    return Diagnostic(1, 1, rule, message.replace(MODULE, "the module"), source="house")
