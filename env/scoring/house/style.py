"""House rules of the easy stage: a finding that was silenced instead of fixed still counts.

Each rule closes a dodge that was tried against ruff's E, W and F, and counts only what is new to the file.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from code_review_env.env.scoring.gate import Parsed, column_of
from code_review_env.env.scoring.house.idle import is_hollow
from code_review_env.env.scoring.house.long_lines import exempted
from code_review_env.env.scoring.house.usage import Usage
from code_review_env.env.scoring.report import Diagnostic
from code_review_env.env.scoring.scopes import STAR, Function, Scope
from code_review_env.env.scoring.signature import parameters

IMPORT: Final = "CRE101"
"""An import that nothing uses: `import os as os`, `del os`, `_ = os`, `os` alone, `print(os)`, a new `__all__`."""

LOCAL: Final = "CRE102"
"""A local that nothing uses: only `locals()`, its own update, or a hollow read keep F841 silent."""

CONSTANT: Final = "CRE103"
"""A branch on a constant, or a statement without an effect: a place where an unused name or an old body can rest."""

LONG: Final = "CRE104"
"""A long line that became one of those that E501 leaves out, without getting shorter."""

FORMAT: Final = "CRE105"
"""An f-string whose only placeholder is a constant, which silences F541."""

KEYS: Final = "CRE106"
"""A literal dict unpacked inside another, which keeps a repeated key from F601."""

_IMPORTS: Final = frozenset({ast.Import, ast.ImportFrom})
_SCOPE_READERS: Final = frozenset({"locals", "vars", "dir"})


def findings(original: Parsed, submission: Parsed, entry: str) -> tuple[Diagnostic, ...]:
    """Dodges of E, W and F that are new to the file."""
    return (
        *_unused(original, submission, entry),
        *_by_form(original, submission, CONSTANT, "one branch never runs, or the statement does nothing"),
        *_by_form(original, submission, KEYS, "a literal dict is unpacked into another; write its keys in place"),
        *_by_form(original, submission, FORMAT, "the f-string has no variable part"),
        *_long(original, submission),
    )


def _unused(original: Parsed, submission: Parsed, entry: str) -> Iterator[Diagnostic]:
    was, now = original.once(Usage), submission.once(Usage)
    exported = original.once(_exported)
    listed = submission.once(_exported) - exported
    known = {name for name, _ in (*_hollow_imports(was, exported, frozenset(), set()), *_hollow_locals(was))}
    dead = {id(node) for function in _idle_functions(original, submission, entry) for node in ast.walk(function)}
    for name, node in _hollow_imports(now, exported, listed, dead):
        if name not in known:
            yield _found(submission, node, IMPORT, f"`{name}` is imported and only kept from being reported as unused")
    for name, value in _hollow_locals(now):
        if name not in known:
            yield _found(submission, value, LOCAL, f"`{name}` is assigned and only kept from being reported as unused")


def _idle_functions(original: Parsed, submission: Parsed, entry: str) -> Iterator[Function]:
    """Functions outside classes that are new to the file and that nothing reads."""
    usage = submission.once(Usage)
    known = {function.name for function in original.outline.functions()} | {entry}
    for scope in submission.outline.scopes:
        node, outer = scope.node, scope.outer
        if not isinstance(node, Function) or outer is None or isinstance(outer.node, ast.ClassDef):
            continue
        if node.name not in known and not node.decorator_list and not usage.reads(outer, node.name):
            yield node


def _hollow_imports(
    usage: Usage, exported: frozenset[str], listed: frozenset[str], dead: set[int]
) -> Iterator[tuple[str, ast.stmt]]:
    """Imports without a real use that ruff takes for used.

    Args:
        usage: of the file.
        exported: names in the original's `__all__`, which is a use.
        listed: names in a new `__all__`, which is none.
        dead: ids of nodes that never run.
    """
    for scope, node, alias in _imports(usage):
        name = alias.asname or alias.name.partition(".")[0]
        reads = usage.reads(scope, name)
        kept = bool(reads) or alias.asname == alias.name or name in listed or _in_text(scope, name)
        kept = kept or _is_bound_again(scope, name)
        if kept and name not in exported and all(id(read) in dead or usage.hollow(read) for read in reads):
            yield name, node


def _imports(usage: Usage) -> Iterator[tuple[Scope, ast.stmt, ast.alias]]:
    """Every imported name; a star brings names that nobody knows, and ruff counts it itself."""
    for scope in usage.scopes:
        for node in scope.nodes.among(_IMPORTS):
            if isinstance(node, ast.Import | ast.ImportFrom) and getattr(node, "module", "") != "__future__":
                yield from ((scope, node, alias) for alias in node.names if alias.name != STAR)


def _is_bound_again(scope: Scope, name: str) -> bool:
    """As in `try: import json` with `json = None` behind it, which ruff takes for a use."""
    return sum(binding.name == name for binding in scope.bindings()) > 1


def _in_text(scope: Scope, name: str) -> bool:
    """Named in the text of an annotation without a value, as in `_: "os.PathLike"`."""
    return any(
        node.value is None and isinstance(node.annotation, ast.Constant) and name in str(node.annotation.value)
        for node in scope.nodes.of(ast.AnnAssign)
    )


def _exported(parsed: Parsed) -> frozenset[str]:
    """Every text in a statement that touches `__all__`."""
    if not any(node.id == "__all__" for node in parsed.outline.nodes.of(ast.Name)):
        return frozenset()
    return frozenset(
        part.value
        for statement in parsed.tree.body
        if any(isinstance(node, ast.Name) and node.id == "__all__" for node in ast.walk(statement))
        for part in ast.walk(statement)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    )


def _hollow_locals(usage: Usage) -> Iterator[tuple[str, ast.Name]]:
    for scope in usage.scopes:
        if not isinstance(scope.node, Function):
            continue
        read_at_once = _reads_scope(scope)
        given = {parameter.name for parameter in parameters(scope.node)}
        stored = [node for node in scope.nodes.of(ast.Name) if usage.assigned(node)]
        for name, node in {node.id: node for node in reversed(stored)}.items():
            reads = usage.reads(scope, name)
            kept = bool(reads) or read_at_once or _updated(scope, name)
            mine = name in usage.local(scope) - given and not name.startswith("_")
            if name in usage.discarded(scope) or (kept and mine and all(usage.idle(read) for read in reads)):
                yield name, node


def _reads_scope(scope: Scope) -> bool:
    return any(
        isinstance(node.func, ast.Name) and node.func.id in _SCOPE_READERS and not node.args
        for node in scope.nodes.of(ast.Call)
    )


def _updated(scope: Scope, name: str) -> bool:
    updates = scope.nodes.of(ast.AugAssign)
    return any(isinstance(node.target, ast.Name) and node.target.id == name for node in updates)


def _by_form(original: Parsed, submission: Parsed, rule: str, message: str) -> Iterator[Diagnostic]:
    for node in submission.once(_forms)[rule][len(original.once(_forms)[rule]) :]:
        yield _found(submission, node, rule, message)


def _forms(parsed: Parsed) -> dict[str, list[ast.stmt | ast.expr]]:
    """The nodes of each form."""
    return {
        rule: [node for node in parsed.outline.nodes.among(kinds) if isinstance(node, ast.stmt | ast.expr) and form(node)]
        for rule, (kinds, form) in _FORMS.items()
    }


def _is_dead_branch(node: ast.AST) -> bool:
    dead = False
    match node:
        case ast.If(test=test) | ast.IfExp(test=test):
            dead = _is_constant(test)
        case ast.While(test=test):
            dead = _is_constant(test) and not (isinstance(test, ast.Constant) and bool(test.value))
        case ast.For(iter=ast.Tuple(elts=[]) | ast.List(elts=[]) | ast.Constant(value="" | b"")):
            dead = True
    return dead or is_hollow(node)


def _is_unpacked_literal(node: ast.AST) -> bool:
    """As in `{**{"a": 1}, "a": 2}`."""
    return isinstance(node, ast.Dict) and any(
        key is None and isinstance(value, ast.Dict) for key, value in zip(node.keys, node.values, strict=True)
    )


def _is_constant(test: ast.expr) -> bool:
    """Made of literals alone, or a chain that a literal decides."""
    if isinstance(test, ast.BoolOp):
        return any(_is_constant(value) for value in test.values)
    names = (ast.Name, ast.Attribute, ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)
    return not any(isinstance(node, names) for node in ast.walk(test))


def _is_constant_format(node: ast.AST) -> bool:
    if not isinstance(node, ast.JoinedStr):
        return False
    values = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
    return bool(values) and all(isinstance(value, ast.Constant | ast.JoinedStr) for value in values)


_FORMS: Final[dict[str, tuple[frozenset[type], Callable[[ast.AST], bool]]]] = {
    CONSTANT: (frozenset({ast.If, ast.IfExp, ast.While, ast.For, ast.Match, ast.Try}), _is_dead_branch),
    FORMAT: (frozenset({ast.JoinedStr}), _is_constant_format),
    KEYS: (frozenset({ast.Dict}), _is_unpacked_literal),
}
"""Rule -> types of the nodes that it looks at, and its form."""


def _long(original: Parsed, submission: Parsed) -> Iterator[Diagnostic]:
    known = Counter(line.strip() for line in original.lines)
    for row in exempted(submission):
        if not known[submission.lines[row - 1].strip()]:
            yield Diagnostic(row, 1, LONG, "the line is over 88 columns in a form that E501 leaves out", source="house")


def _found(parsed: Parsed, node: ast.stmt | ast.expr, rule: str, message: str) -> Diagnostic:
    return Diagnostic(node.lineno, column_of(parsed, node), rule, message, source="house")
