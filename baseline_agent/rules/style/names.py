"""Names that are hard to read, and what is defined twice."""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

import libcst as cst
import libcst.matchers as m
from libcst.metadata import (
    Access,
    Assignment,
    ClassScope,
    FunctionScope,
    GlobalScope,
    MetadataWrapper,
    PositionProvider,
    Scope,
    ScopeProvider,
)

from code_review_env.baseline_agent.rules.style.linter import Found

_UNCLEAR: Final = ("l", "O", "I")
_CLEAR: Final = ("item", "value", "entry", "part", "current", "element", "thing")
"""Tried in this order, then numbered."""

_REDEFINED: Final = re.compile(r"Redefinition of unused `([^`]+)` from line (\d+)")


def renamed(source: str, entry: str) -> str:
    """Unclear names of variables, functions and helpers' parameters get clear ones; those of the entry's signature stay."""
    wrapper = MetadataWrapper(cst.parse_module(source))
    scopes = {scope for scope in wrapper.resolve(ScopeProvider).values() if scope is not None}
    taken = set(re.findall(r"\w+", source))
    by_keyword = {one.value for arg in m.findall(wrapper.module, m.Arg()) if (one := _keyword(arg))}
    names: dict[cst.CSTNode, str] = {}
    for scope in sorted(scopes, key=lambda one: str(type(one))):
        for unclear in _UNCLEAR:
            nodes = list(_nodes(scope, unclear, entry, by_keyword))
            if nodes:
                clear = _fresh(taken)
                nodes += _declared(wrapper.module, unclear) if isinstance(scope, GlobalScope) else []
                names.update(dict.fromkeys(nodes, clear))
    return wrapper.visit(_Rename(names)).code if names and not _is_delicate(wrapper.module) else source


def _keyword(arg: cst.CSTNode) -> cst.Name | None:
    return cst.ensure_type(arg, cst.Arg).keyword


def loops_renamed(source: str, found: Iterable[Found]) -> str:
    """Loop variables of functions that hide an import get names of their own."""
    places = {(one.row, one.column) for one in found if one.rule == "F402"}
    if not places:
        return source
    wrapper = MetadataWrapper(cst.parse_module(source))
    scopes, starts = wrapper.resolve(ScopeProvider), wrapper.resolve(PositionProvider)
    taken = set(re.findall(r"\w+", source))
    names: dict[cst.CSTNode, str] = {}
    for node in m.findall(wrapper.module, m.Name()):
        scope = scopes.get(node)
        if (starts[node].start.line, starts[node].start.column) in places and isinstance(scope, FunctionScope):
            names.update(dict.fromkeys(_nodes(scope, cst.ensure_type(node, cst.Name).value, "", frozenset()), _fresh(taken)))
    return wrapper.visit(_Rename(names)).code if names else source


def _declared(module: cst.Module, name: str) -> list[cst.CSTNode]:
    """Where `global` names it."""
    return [item.name for node in m.findall(module, m.Global()) for item in node.names if item.name.value == name]  # type: ignore[attr-defined] # found as one


def _nodes(scope: Scope, name: str, entry: str, by_keyword: Collection[str]) -> Iterator[cst.CSTNode]:
    if isinstance(scope, ClassScope):
        return
    own = [one for one in scope.assignments if isinstance(one, Assignment) and one.name == name and one.scope is scope]
    given = any(isinstance(one.node, cst.Param) for one in own) and name in by_keyword
    if given or any(isinstance(one.node, cst.ImportAlias) or _is_parameter_of(one, entry) for one in own):
        return
    for one in own:
        named = one.node.name if isinstance(one.node, cst.Param | cst.FunctionDef | cst.ClassDef | cst.AsName) else one.node
        yield named
        yield from (
            access.node for access in one.references if isinstance(access.node, cst.Name) and not _is_nearer(access, one)
        )


def _is_nearer(access: Access, assignment: Assignment) -> bool:
    """Whether the name means a variable of its own scope rather than this one."""
    return assignment.scope is not access.scope and any(other.scope is access.scope for other in access.referents)


def _is_parameter_of(assignment: Assignment, entry: str) -> bool:
    return isinstance(assignment.node, cst.Param) and getattr(assignment.scope, "name", None) == entry


def _is_delicate(module: cst.Module) -> bool:
    """Somebody asks for variables by name, so that a new name would be seen."""
    asks = m.Call(func=m.Name("locals") | m.Name("vars") | m.Name("eval") | m.Name("exec"))
    shown = m.FormattedStringExpression(equal=m.AssignEqual())
    declared = m.Nonlocal(
        names=[m.ZeroOrMore(), m.NameItem(name=m.OneOf(*(m.Name(name) for name in _UNCLEAR))), m.ZeroOrMore()]
    )
    return any(m.findall(module, pattern) for pattern in (asks, shown, declared))


def _fresh(taken: set[str]) -> str:
    numbered = (f"item_{number}" for number in range(2, len(taken) + 3))
    name = next(name for name in (*_CLEAR, *numbered) if name not in taken)
    taken.add(name)
    return name


class _Rename(cst.CSTTransformer):
    def __init__(self, names: dict[cst.CSTNode, str]) -> None:
        super().__init__()
        self._names = names

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:
        """The clear name."""
        return updated_node.with_changes(value=self._names.get(original_node, updated_node.value))


def defined_once(source: str, found: Iterable[Found], entry: str) -> str:
    """Without definitions that a later one replaces unseen; one that a decorator has handed on is kept without its name."""
    matches = [match for one in found if one.rule == "F811" and (match := _REDEFINED.match(one.message))]
    if not matches:
        return source
    wrapper = MetadataWrapper(cst.parse_module(source))
    return wrapper.visit(_Define({(int(match[2]), match[1]) for match in matches}, source, entry)).code


class _Define(cst.CSTTransformer):
    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, earlier: set[tuple[int, str]], source: str, entry: str) -> None:
        super().__init__()
        self._earlier = earlier
        self._entry = entry
        self._taken = set(re.findall(r"\w+", source))

    def leave_FunctionDef(
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.FunctionDef | cst.RemovalSentinel | cst.FlattenSentinel[cst.BaseStatement]:
        """A function that was defined again below; one that a decorator has seen loses its name only."""
        if not self._is_earlier(original_node.name):
            return updated_node
        if not updated_node.decorators:
            return cst.RemoveFromParent()
        if updated_node.name.value == self._entry:
            return updated_node.with_changes(name=cst.Name(self._other(updated_node.name.value)))
        return cst.FlattenSentinel([updated_node, cst.SimpleStatementLine([cst.Del(updated_node.name)])])

    def leave_ClassDef(self, original_node: cst.ClassDef, updated_node: cst.ClassDef) -> cst.ClassDef | cst.RemovalSentinel:
        """A class that was defined again below."""
        gone = self._is_earlier(original_node.name) and not updated_node.decorators
        return cst.RemoveFromParent() if gone else updated_node

    def leave_Import(self, original_node: cst.Import, updated_node: cst.Import) -> cst.Import | cst.RemovalSentinel:
        """Modules that were imported again below."""
        left = [new for old, new in zip(original_node.names, updated_node.names, strict=True) if not self._is_bound(old)]
        return updated_node.with_changes(names=_closed(left)) if left else cst.RemoveFromParent()

    def leave_ImportFrom(
        self, original_node: cst.ImportFrom, updated_node: cst.ImportFrom
    ) -> cst.ImportFrom | cst.RemovalSentinel:
        """Names that were imported again below."""
        if isinstance(original_node.names, cst.ImportStar) or isinstance(updated_node.names, cst.ImportStar):
            return updated_node
        left = [new for old, new in zip(original_node.names, updated_node.names, strict=True) if not self._is_bound(old)]
        return updated_node.with_changes(names=_closed(left)) if left else cst.RemoveFromParent()

    def _is_bound(self, alias: cst.ImportAlias) -> bool:
        name: cst.BaseExpression = alias.asname.name if alias.asname else alias.name
        while isinstance(name, cst.Attribute):
            name = name.value
        return isinstance(name, cst.Name) and self._is_earlier(name)

    def _is_earlier(self, name: cst.Name) -> bool:
        return (self.get_metadata(PositionProvider, name).start.line, name.value) in self._earlier

    def _other(self, name: str) -> str:
        fresh = next(f"{name}_{number}" for number in range(1, len(self._taken) + 2) if f"{name}_{number}" not in self._taken)
        self._taken.add(fresh)
        return fresh


def _closed(aliases: list[cst.ImportAlias]) -> list[cst.ImportAlias]:
    return [*aliases[:-1], aliases[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)]
