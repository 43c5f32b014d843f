"""Size limits of the tree: prints the largest module, function, nesting and parameter list; fails above a limit.

Usage: `python tests/house/limits.py [ROOT]`. Tests and the task sources, which are messy on purpose, are left out.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

LIMITS: Final = {"module lines": 300, "function lines": 40, "nesting": 3, "parameters": 5}
MEDIAN_LIMIT: Final = 10
"""Lines of the median function; a tree above it is written in long functions even where none is too long."""

SKIPPED: Final = frozenset({"tests", "sources", "build", "dist", "node_modules", "validation"})
Function = ast.FunctionDef | ast.AsyncFunctionDef
BLOCKS: Final = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.Match)


@dataclass(frozen=True, slots=True)
class Measure:
    """One measured thing; `where` is `path:line name`."""

    kind: str
    value: int
    where: str


def modules(root: Path) -> Iterator[Path]:
    """Python files of the product under `root`."""
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).parts
        if not any(part.startswith(".") or part in SKIPPED for part in parts):
            yield path


def function_lines(function: Function) -> int:
    """Lines of a function from `def` to its end, without its docstring."""
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function, clean=False) is not None:
        lines -= (first.end_lineno or first.lineno) - first.lineno + 1
    return lines


def nesting(node: ast.AST) -> int:
    """Depth of nested blocks below `node`; an `elif` is as deep as its `if`, a nested function starts anew."""
    return max((_depth(child, node) for child in ast.iter_child_nodes(node)), default=0)


def _depth(child: ast.AST, parent: ast.AST) -> int:
    if isinstance(child, Function | ast.ClassDef | ast.Lambda):
        return 0
    is_elif = isinstance(child, ast.If) and isinstance(parent, ast.If) and parent.orelse == [child]
    return nesting(child) + (isinstance(child, BLOCKS) and not is_elif)


def parameters(function: Function) -> int:
    """Parameters that a caller may name or place, without `self` and `cls`."""
    arguments = function.args
    named = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return len(named) - (named[:1] in (["self"], ["cls"]))


def measures(path: Path, root: Path) -> Iterator[Measure]:
    """Everything measured in one module."""
    text = path.read_text("utf-8")
    where = str(path.relative_to(root))
    yield Measure("module lines", text.count("\n"), where)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, Function):
            place = f"{where}:{node.lineno} {node.name}"
            yield Measure("function lines", function_lines(node), place)
            yield Measure("nesting", nesting(node), place)
            if "noqa: PLR0913" not in text.splitlines()[node.lineno - 1]:  # a reason stands beside it
                yield Measure("parameters", parameters(node), place)


def main(root: Path) -> int:
    """Print the maxima and every excess; the exit status."""
    found = [measure for path in modules(root) for measure in measures(path, root)]
    lines = [measure.value for measure in found if measure.kind == "function lines"]
    middle = median(lines) if lines else 0
    report = []
    for kind, limit in LIMITS.items():
        largest = max((measure for measure in found if measure.kind == kind), key=lambda measure: measure.value)
        report.append(f"{kind:15} largest {largest.value:4} of {limit:4}  {largest.where}")
    report.append(f"{'function lines':15} median  {middle:4.1f} of {MEDIAN_LIMIT:4}  {len(lines)} functions")
    over = [f"over the limit: {m.kind} {m.value} > {LIMITS[m.kind]}  {m.where}" for m in found if m.value > LIMITS[m.kind]]
    sys.stdout.write("\n".join([*report, *over]) + "\n")
    return int(bool(over) or middle > MEDIAN_LIMIT)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2]))
