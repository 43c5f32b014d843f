"""The cases must tell wrong solutions from right ones: changed decisions and constants of the oracle."""

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, Final

from code_review_env.tasks.task import Task

MIN_MUTANTS = 15
MIN_TOLD_APART = 0.9

SWAPPED: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
}

Run = Callable[..., list[Any]]


def is_prose(node: ast.AST, parent: ast.AST) -> bool:
    """Docstrings and annotations decide nothing."""
    return isinstance(parent, (ast.Expr, ast.AnnAssign, ast.arg)) or getattr(parent, "returns", None) is node


def children(root: ast.AST) -> Iterator[ast.AST]:
    """Every node that takes part in what the source does, in a fixed order."""
    for node in ast.iter_child_nodes(root):
        if not (is_prose(node, root) and isinstance(node, (ast.Constant, ast.Name, ast.Subscript, ast.BinOp))):
            yield node
            yield from children(node)


def changed(node: ast.AST) -> list[tuple[str, Any]]:
    """Attributes of the node with other values, each of which makes one mutant."""
    if isinstance(node, ast.Constant):
        return [("value", value) for value in other_constants(node.value)]
    if isinstance(node, (ast.BinOp, ast.BoolOp)) and type(node.op) in SWAPPED:
        return [("op", SWAPPED[type(node.op)]())]
    if isinstance(node, ast.Compare):
        return [("ops", [SWAPPED[type(node.ops[0])](), *node.ops[1:]])]
    if isinstance(node, (ast.If, ast.IfExp)):
        return [("test", ast.UnaryOp(ast.Not(), node.test))]
    return []


def other_constants(value: Any) -> list[Any]:
    """Neighbours of a constant."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, (int, float)):
        return [value + 1, value - 1]
    return [value + "x"] if isinstance(value, str) else []


def mutants(source: str) -> list[str]:
    """Sources with one change each."""
    tree = ast.parse(source)
    found = []
    for index, node in enumerate(children(tree)):
        for name, value in changed(node):
            copy = deepcopy(tree)
            setattr(list(children(copy))[index], name, value)
            found.append(ast.unparse(ast.fix_missing_locations(copy)))
    return found


def test_cases_tell_mutants_from_the_oracle(plain_task: Task, run: Run) -> None:
    """At least nine in ten one-place changes of the oracle fail a case."""
    changed_sources = [source for source in mutants(plain_task.reference) if source != plain_task.reference]
    expected, *results = run(plain_task, [plain_task.reference, *changed_sources], plain_task.groups)
    alive = [source for source, result in zip(changed_sources, results, strict=True) if result == expected]
    assert len(changed_sources) >= MIN_MUTANTS
    assert len(alive) <= (1 - MIN_TOLD_APART) * len(changed_sources), (len(changed_sources), alive[:3])
