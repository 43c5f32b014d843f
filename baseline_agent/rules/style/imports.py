"""Imports: at the top, one module a line, without stars, and names in `__all__` that exist."""

import ast
import importlib
import io
import re
import symtable
import sys
import tokenize
import typing
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import libcst as cst
import libcst.matchers as m
from libcst.metadata import MetadataWrapper, PositionProvider

from code_review_env.baseline_agent.rules.style.linter import Found, places

_LOUD: Final = frozenset({"antigravity", "this", "__main__", "idlelib", "turtle", "tkinter", "turtledemo"})
"""Modules of the standard library that do something when they are imported."""


def starless(source: str) -> str:
    """`from module import *` of the standard library with the names that the file takes from it."""
    if "*" not in source:
        return source
    return cst.parse_module(source).visit(_Starless(_wanted(source))).code


class _Starless(cst.CSTTransformer):
    def __init__(self, wanted: set[str]) -> None:
        super().__init__()
        self._wanted = wanted

    def leave_ImportFrom(
        self, original_node: cst.ImportFrom, updated_node: cst.ImportFrom
    ) -> cst.ImportFrom | cst.RemovalSentinel:
        """A star becomes names, or nothing where none is used."""
        module = cst.Module([]).code_for_node(original_node.module) if original_node.module else ""
        exported = _exports(module) if isinstance(updated_node.names, cst.ImportStar) else None
        if exported is None:
            return updated_node
        names = sorted(self._wanted & exported)
        aliases = [cst.ImportAlias(cst.Name(name)) for name in names]
        return updated_node.with_changes(names=aliases) if names else cst.RemoveFromParent()


def _exports(module: str) -> set[str] | None:
    """Names that a star brings from a module of the standard library; None for any other module."""
    if module.partition(".")[0] not in sys.stdlib_module_names - _LOUD:
        return None
    try:
        loaded = importlib.import_module(module)
    except ImportError:
        return None
    return set(getattr(loaded, "__all__", None) or (name for name in vars(loaded) if not name.startswith("_")))


def _wanted(source: str) -> set[str]:
    """Names that are read as globals and that nothing below the last star binds."""
    top = symtable.symtable(source, "<file>", "exec")
    read = {one.get_name() for one in top.get_symbols() if one.is_referenced()}
    read |= {one.get_name() for table in _tables(top) for one in table.get_symbols() if one.is_global()}
    body = ast.parse(source).body
    stars = [at for at, one in enumerate(body) if isinstance(one, ast.ImportFrom) and one.names[0].name == "*"]
    return read.difference(*map(bound_by, body[max(stars, default=len(body)) + 1 :]))


def bound_by(statement: ast.stmt) -> set[str]:
    """Names of the module that a top-level statement binds."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {statement.name}
    nodes = list(ast.walk(statement))
    names = {one.id for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    return names | {(one.asname or one.name).partition(".")[0] for one in nodes if isinstance(one, ast.alias)}


def _tables(top: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    for table in top.get_children():
        yield table
        yield from _tables(table)


def listed(source: str, found: Iterable[Found]) -> str:
    """`__all__` without the names that the file does not define."""
    names = {match[1] for one in found if one.rule == "F822" and (match := re.search(r"`([^`]+)`", one.message))}
    return cst.parse_module(source).visit(_Listed(names)).code if names else source


class _Listed(cst.CSTTransformer):
    def __init__(self, names: set[str]) -> None:
        super().__init__()
        self._names = names

    def leave_Assign(self, original_node: cst.Assign, updated_node: cst.Assign) -> cst.Assign:
        """The list without them."""
        target = m.AssignTarget(m.Name("__all__"))
        value = updated_node.value
        if not m.matches(original_node, m.Assign(targets=[target])) or not isinstance(value, cst.List | cst.Tuple):
            return updated_node
        left = [one for one in value.elements if not self._is_missing(one.value)]
        single = isinstance(value, cst.Tuple) and len(left) == 1
        if left:
            left[-1] = left[-1].with_changes(comma=cst.Comma() if single else cst.MaybeSentinel.DEFAULT)
        return updated_node.with_changes(value=value.with_changes(elements=left))

    def _is_missing(self, value: cst.BaseExpression) -> bool:
        return isinstance(value, cst.SimpleString) and value.evaluated_value in self._names


def tried(source: str, found: Iterable[Found]) -> str:
    """Imports that only ask whether a module is there ask by a call."""
    rows = {one.row for one in found if one.rule == "F401" and "importlib.util" in one.message}
    if not rows:
        return source
    module = MetadataWrapper(cst.parse_module(source)).visit(_Tried(rows))
    return with_import(module, "importlib").code if "importlib" not in _names_at_top(module) else module.code


def _names_at_top(module: cst.Module) -> set[str]:
    return {name for one in ast.parse(module.code).body if isinstance(one, ast.Import) for name in bound_by(one)}


class _Tried(cst.CSTTransformer):
    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, rows: set[int]) -> None:
        super().__init__()
        self._rows = rows

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.SimpleStatementLine:
        """A line that only imports."""
        if self.get_metadata(PositionProvider, original_node).start.line not in self._rows:
            return updated_node
        match updated_node.body:
            case [cst.Import(names=[cst.ImportAlias(name=name)])]:
                return updated_node.with_changes(body=[_asked(name)])
            case [cst.ImportFrom(module=name, names=[cst.ImportAlias(name=cst.Name(value=member))], relative=[])] if name:
                return updated_node.with_changes(body=[_asked(name, f".{member}")])
        return updated_node


def _asked(name: cst.BaseExpression, member: str = "") -> cst.Expr:
    text = cst.Module([]).code_for_node(name)
    return cst.Expr(cst.parse_expression(f'importlib.import_module("{text}"){member}'))


def typed(source: str, found: Iterable[Found]) -> str:
    """With the members of typing that only annotations in quotes name."""
    names = {match[1] for one in found if one.rule == "F821" and (match := re.search(r"`(\w+)`", one.message))}
    words = {token.string for token in tokenize.generate_tokens(io.StringIO(source).readline) if token.type == tokenize.NAME}
    wanted = sorted(names & set(typing.__all__) - words)
    if not wanted:
        return source
    module = cst.parse_module(source)
    at = _below_imports(list(module.body))
    line = cst.SimpleStatementLine([cst.ImportFrom(cst.Name("typing"), [cst.ImportAlias(cst.Name(name)) for name in wanted])])
    return module.with_changes(body=[*module.body[:at], line, *module.body[at:]]).code


def with_import(module: cst.Module, name: str) -> cst.Module:
    """The file with one more module imported at the top."""
    body = list(module.body)
    at = _below_imports(body)
    line = cst.SimpleStatementLine([cst.Import([cst.ImportAlias(cst.Name(name))])])
    return module.with_changes(body=[*body[:at], line, *body[at:]])


def ordered(source: str, found: list[Found]) -> str:
    """Imports from below at the top, and one module in each `import`."""
    late, several = places(found, "E402"), any(one.rule == "E401" for one in found)
    redefined = any(one.rule == "F811" for one in found)
    if not late and not several:
        return source
    wrapper = MetadataWrapper(cst.parse_module(source))
    starts = wrapper.resolve(PositionProvider)
    body: list[cst.BaseStatement] = []
    moved: list[cst.BaseStatement] = []
    bound: set[str] = set()
    for statement in wrapper.module.body:
        line = statement if isinstance(statement, cst.SimpleStatementLine) else None
        is_late = line is not None and any((starts[part].start.line, starts[part].start.column) in late for part in line.body)
        plain = ast.parse(wrapper.module.code_for_node(statement)).body[0]
        names = bound_by(plain)
        if is_late and not names & bound:
            moved.append(statement.with_changes(leading_lines=()))
        elif line is not None and is_late and not redefined and _is_single(line.body[0]):
            again, assignment = _under_another_name(line.body[0], set(re.findall(r"\w+", source)))
            moved.append(again)
            body.append(assignment)
        else:
            body.append(statement)
        bound |= names | _read_by(plain)
    at = _below_imports(body)
    return wrapper.module.with_changes(body=[*body[:at], *moved, *body[at:]]).visit(_Apart()).code


class _Apart(cst.CSTTransformer):
    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.BaseStatement | cst.FlattenSentinel[cst.BaseStatement]:
        """One module in each `import`."""
        del original_node
        return cst.FlattenSentinel(_split(updated_node))


def _read_by(statement: ast.stmt) -> set[str]:
    """Names that a top-level statement reads at once; what functions read they read later."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        return {
            one.id
            for part in (*statement.decorator_list, statement.args)
            for one in ast.walk(part)
            if isinstance(one, ast.Name)
        }
    return {one.id for one in ast.walk(statement) if isinstance(one, ast.Name)}


def _is_single(node: cst.CSTNode) -> bool:
    return m.matches(node, m.ImportFrom(names=[m.ImportAlias(name=m.Name())]))


def _under_another_name(node: cst.CSTNode, taken: set[str]) -> tuple[cst.BaseStatement, cst.BaseStatement]:
    """An import whose name has another meaning above: under a new name at the top, bound again in its old place."""
    alias = cst.ensure_type(cst.ensure_type(node, cst.ImportFrom).names[0], cst.ImportAlias)  # type: ignore[index] # no star
    name = cst.ensure_type(alias.asname.name if alias.asname else alias.name, cst.Name).value
    other = next(one for one in (f"{name}_{at}" for at in range(1, len(taken) + 2)) if one not in taken)
    renamed = node.with_changes(names=[cst.ImportAlias(alias.name, cst.AsName(cst.Name(other)))])
    assignment = cst.Assign([cst.AssignTarget(cst.Name(name))], cst.Name(other))
    return cst.SimpleStatementLine([renamed]), cst.SimpleStatementLine([assignment])  # type: ignore[list-item] # an import


def _below_imports(body: Sequence[cst.BaseStatement]) -> int:
    """Index behind the docstring and the imports at the top."""
    at = 0
    for index, statement in enumerate(body):
        if m.matches(statement, m.SimpleStatementLine(body=[m.Import() | m.ImportFrom()])):
            at = index + 1
        elif index > 0 or not m.matches(statement, m.SimpleStatementLine(body=[m.Expr(m.SimpleString())])):
            break
        else:
            at = index + 1
    return at


def _split(statement: cst.BaseStatement) -> list[cst.BaseStatement]:
    if not isinstance(statement, cst.SimpleStatementLine):
        return [statement]
    match statement.body:
        case [cst.Import(names=[_, _, *_] as names)]:
            alone = [cst.Import([name.with_changes(comma=cst.MaybeSentinel.DEFAULT)]) for name in names]
            first = statement.with_changes(body=[alone[0]])
            return [first, *(cst.SimpleStatementLine([one]) for one in alone[1:])]
    return [statement]
