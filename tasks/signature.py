"""The entry point as the source text declares it; nothing is imported or run."""

import ast
import inspect
import sys
import warnings
from collections.abc import Iterator
from typing import Final

from code_review_env.tasks.evaluate import NotEvaluable, evaluate
from code_review_env.tasks.task import Case

Definition = ast.FunctionDef | ast.AsyncFunctionDef

_GUARDS: Final = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})


def parse(source: str) -> ast.Module:
    """The syntax tree; a doubtful escape sequence is what some tasks are about, so it warns nobody.

    Raises:
        SyntaxError: the text is not Python.
        ValueError: it holds a NUL character.
        RecursionError: it is nested too deeply; MemoryError in some interpreters.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def definition(tree: ast.Module, entry: str) -> Definition | None:
    """The last top-level `def` of that name, or None."""
    found = [node for node in tree.body if isinstance(node, Definition) and node.name == entry]
    return found[-1] if found else None


def functions(tree: ast.Module) -> list[str]:
    """Names of the top-level functions in the order of the text."""
    return [node.name for node in tree.body if isinstance(node, Definition)]


def signature(node: Definition) -> inspect.Signature:
    """Names, kinds and order of the parameters; annotation and default are the AST expressions."""
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
    found = []
    for index, (argument, default) in enumerate(zip(plain, defaults, strict=True)):
        only = index < len(arguments.posonlyargs)
        kind = inspect.Parameter.POSITIONAL_ONLY if only else inspect.Parameter.POSITIONAL_OR_KEYWORD
        found.append(_parameter(argument, kind, default))
    if arguments.vararg:
        found.append(_parameter(arguments.vararg, inspect.Parameter.VAR_POSITIONAL, None))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append(_parameter(argument, inspect.Parameter.KEYWORD_ONLY, default))
    if arguments.kwarg:
        found.append(_parameter(arguments.kwarg, inspect.Parameter.VAR_KEYWORD, None))
    return inspect.Signature(found)


def default_of(parameter: inspect.Parameter) -> list[object]:
    """The value of a default that is a literal, which leaving the argument out shows; nothing for any other default."""
    if not isinstance(parameter.default, ast.expr):
        return []
    try:
        return [evaluate(ast.unparse(parameter.default))]
    except NotEvaluable:
        return []


def _parameter(argument: ast.arg, kind: "inspect._ParameterKind", default: ast.expr | None) -> inspect.Parameter:
    empty = inspect.Parameter.empty
    return inspect.Parameter(
        argument.arg,
        kind,
        default=empty if default is None else default,
        annotation=empty if argument.annotation is None else argument.annotation,
    )


def places(shape: inspect.Signature, case: Case) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which parameter each positional argument and each keyword argument of `case` goes to.

    Raises:
        TypeError: the arguments do not bind, with Python's own sentence about why.
    """
    shape.bind(*case.args, **case.kwargs)
    positional = [p.name for p in shape.parameters.values() if p.kind in {p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD}]
    rest = next((p.name for p in shape.parameters.values() if p.kind is p.VAR_POSITIONAL), "")
    extra = next((p.name for p in shape.parameters.values() if p.kind is p.VAR_KEYWORD), "")
    by_position = tuple(positional[index] if index < len(positional) else rest for index in range(len(case.args)))
    return by_position, tuple(name if name in shape.parameters else extra for name in case.kwargs)


def foreign_imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and module of each import that the standard library cannot serve; an import guarded by `try` may fail."""
    guarded = {id(inner) for node in ast.walk(tree) if _catches(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom) and id(node) not in guarded:
            missing = [name for name in _imported(node) if name.partition(".")[0] not in sys.stdlib_module_names]
            yield from ((node.lineno, name) for name in missing)


def _imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return ["." * node.level + (node.module or "")]


def _catches(node: ast.AST) -> bool:
    if not isinstance(node, ast.Try):
        return False
    caught = [ast.unparse(handler.type) if handler.type else "Exception" for handler in node.handlers]
    return any(guard in text for guard in _GUARDS for text in caught)
