"""House rules of the hard stage: a branch that moved into an expression, a class body or a dead helper is still a branch.

C901 counts statements. It does not see ternaries, and/or chains, comprehension conditions, match guards and alternatives,
truth values used as an index or a number, `contextlib.suppress`, or branches of a class body and of the module. Each scope
may hold a few of them, because honest code does; more than the limit, and more than the original has there, is a finding.
There is no limit on the whole file: splitting guards into helpers honestly raises its total.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from code_review_env.env.scoring.gate import Parsed, column_of
from code_review_env.env.scoring.house.truth import Truths
from code_review_env.env.scoring.report import Diagnostic
from code_review_env.env.scoring.scopes import MODULE, Function, Scope, functions, own_nodes, scopes

HIDDEN: Final = "CRE301"
"""Too many decisions inside the expressions of one scope."""

OUTSIDE: Final = "CRE302"
"""Branches in a class body or at module level, where C901 does not look."""

WHOLE_SCOPE: Final = "CRE303"
"""`locals()` handed on: the helper is a piece of its caller, cut at an arbitrary line."""

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
    truths = Truths.of_module(parsed.tree)
    return {name: _decisions(scope, truths) for name, scope in _numbered(parsed.tree)}


def _numbered(tree: ast.Module) -> Iterator[tuple[str, Scope]]:
    seen: Counter[str] = Counter()
    for scope in scopes(tree):
        seen[scope.name] += 1
        yield (scope.name if seen[scope.name] == 1 else f"{scope.name}#{seen[scope.name]}"), scope


def _decisions(scope: Scope, truths: Truths) -> int:
    known = truths.within(scope.node)
    return sum(_in_expression(node) + known.count(node) for node in own_nodes(scope.node))


def _in_expression(node: ast.AST) -> int:
    count = 0
    match node:
        case ast.IfExp() | ast.match_case(guard=ast.expr()):
            count = 1
        case ast.withitem(context_expr=ast.Call(func=ast.Name(id="suppress") | ast.Attribute(attr="suppress"))):
            count = 1
        case ast.BoolOp(values=several) | ast.MatchOr(patterns=several):
            count = len(several) - 1
        case ast.comprehension(ifs=conditions):
            count = len(conditions)
        case ast.Call(func=ast.Name(id="any" | "all"), args=[ast.List(elts=[_, *more]) | ast.Tuple(elts=[_, *more])]):
            count = len(more)
    return count


def _hidden(original: Parsed, submission: Parsed, max_decisions: int) -> Iterator[Diagnostic]:
    was = decisions_of(original)
    truths = Truths.of_module(submission.tree)
    for name, scope in _numbered(submission.tree):
        limit = max(max_decisions, was.get(name, 0))
        count = _decisions(scope, truths)
        if count > limit:
            yield _found(
                submission, scope.node, HIDDEN, f"`{name}` holds too many decisions in its expressions ({count} > {limit})"
            )


def _outside(original: Parsed, submission: Parsed) -> Iterator[Diagnostic]:
    was = {name: count for name, _, count in _branches(original.tree)}
    for name, scope, count in _branches(submission.tree):
        limit = max(MAX_BRANCHES, was.get(name, 0))
        if count > limit:
            yield _found(
                submission, scope.node, OUTSIDE, f"`{name}` branches too often outside a function ({count} > {limit})"
            )


def _branches(tree: ast.Module) -> Iterator[tuple[str, Scope, int]]:
    """Of the scopes that C901 skips, counted as it counts; a class inside a function is part of that function for it."""
    inside = {id(node) for function in functions(tree) for node in ast.walk(function)}
    for name, scope in _numbered(tree):
        if id(scope.node) not in inside:
            yield name, scope, sum(_in_statement(node) for node in own_nodes(scope.node))


def _in_statement(node: ast.AST) -> int:
    match node:
        case ast.If() | ast.For() | ast.AsyncFor() | ast.While() | ast.ExceptHandler() | ast.match_case():
            return 1
    return 0


def _whole_scopes(original: Parsed, submission: Parsed) -> Iterator[Diagnostic]:
    calls = list(_scope_dicts(submission.tree))
    for call in calls[len(list(_scope_dicts(original.tree))) :]:
        yield _found(submission, call, WHOLE_SCOPE, "all local names are handed on at once; pass what the helper needs")


def _scope_dicts(tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="locals" | "vars"), args=[]):
                yield node


def _never_called(original: Parsed, submission: Parsed, entry: str) -> Iterator[Diagnostic]:
    known = {node.name for node in functions(original.tree)} | {entry}
    framework = {
        id(item) for node in ast.walk(submission.tree) if isinstance(node, ast.ClassDef) and node.bases for item in node.body
    }
    for scope in scopes(submission.tree):
        node = scope.node
        if not isinstance(node, Function) or node.name in known or id(node) in framework or _registered(node):
            continue
        if not _used(submission.tree, node):
            yield _found(submission, node, NEVER_CALLED, f"`{node.name}` is new and nothing uses it")


def _registered(function: Function) -> bool:
    """Called by somebody else: a protocol method, or a function handed to a decorator."""
    name = function.name
    decorators = {getattr(decorator, "id", getattr(decorator, "attr", "")) for decorator in function.decorator_list}
    return (name.startswith("__") and name.endswith("__")) or bool(decorators - _ACCESSORS)


def _used(tree: ast.Module, function: Function) -> bool:
    """Somebody other than the function itself reads its name."""
    own = {id(node) for node in ast.walk(function)}
    return any(
        id(node) not in own and function.name == (node.id if isinstance(node, ast.Name) else node.attr)
        for node in ast.walk(tree)
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)
    )


def _found(parsed: Parsed, node: ast.AST, rule: str, message: str) -> Diagnostic:
    if isinstance(node, ast.expr | ast.stmt):
        return Diagnostic(node.lineno, column_of(parsed, node), rule, message, source="house")
    return Diagnostic(1, 1, rule, message.replace(MODULE, "the module"), source="house")
