"""One pass over the tree that repairs the nodes at which ruff points; each rule has a function that knows its traps."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import libcst as cst
from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider

from code_review_env.baseline_agent.rules.style import comparisons, effects, statements
from code_review_env.baseline_agent.rules.style.effects import told, without_unused, without_unused_keys
from code_review_env.baseline_agent.rules.style.imports import with_import
from code_review_env.baseline_agent.rules.style.linter import Found

_OWN_EQUALITY: Final = re.compile(r"\bdef __(eq|ne)__\b")
"""A class says itself what equality means, with None as well."""

Replacement = (
    cst.CSTNode | cst.RemovalSentinel | cst.FlattenSentinel[cst.BaseSmallStatement] | cst.FlattenSentinel[cst.BaseStatement]
)
Fix = Callable[[cst.CSTNode, frozenset[str]], Replacement]
"""A node and the words that the messages quote, to what takes its place."""

_FIXES: Final[Mapping[type[cst.CSTNode], Mapping[str, Fix]]] = {
    cst.Assign: {"F841": statements.unused_assignment},
    cst.AnnAssign: {
        "F842": statements.unused_annotation,
        "F841": statements.unused_annotated,
        "F821": statements.unannotated,
        "F722": statements.unannotated,
    },
    cst.Param: {"F722": statements.plain_parameter, "F821": statements.plain_parameter},
    cst.FunctionDef: {"F722": statements.plain_result, "F821": statements.plain_result},
    cst.SimpleStatementLine: {"E731": statements.named_function},
    cst.WithItem: {"F841": statements.unused_item},
    cst.ExceptHandler: {"E722": statements.bare_handler, "F841": statements.handler_name},
    cst.Assert: {"F631": statements.assertion},
    cst.Dict: {"F601": statements.keyed_once},
    cst.NamedExpr: {"F841": statements.unused_name},
    cst.Raise: {"F901": statements.raised_type_error},
    cst.Comparison: {
        "F632": comparisons.with_literal,
        "E711": comparisons.with_none,
        "E712": comparisons.with_truth,
        "E721": comparisons.of_types,
    },
}

_ASKING: Final[Mapping[str, Fix]] = {"E711": comparisons.asked_of_object, "E712": comparisons.with_truth_asked}
"""Where objects of the file define equality."""

_QUIETING: Final = frozenset({"F504", "F522", "F523", "F634"})
"""Rules whose repair may drop values."""


def edited(source: str, found: list[Found]) -> str:
    """The source with every finding repaired that a change of one node can repair."""
    rules = {rule for fixes in _FIXES.values() for rule in fixes} | _QUIETING
    hits: dict[tuple[int, int], list[Found]] = {}
    for one in found:
        if one.rule in rules:
            hits.setdefault((one.row, one.column), []).append(one)
    if not hits:
        return source
    module = MetadataWrapper(cst.parse_module(source)).visit(_Repair(hits, own=bool(_OWN_EQUALITY.search(source))))
    return with_import(module, "operator").code if "operator." in module.code and "operator." not in source else module.code


class _Repair(cst.CSTTransformer):
    METADATA_DEPENDENCIES = (PositionProvider, ParentNodeProvider)

    def __init__(self, hits: Mapping[tuple[int, int], list[Found]], *, own: bool) -> None:
        super().__init__()
        self._hits = hits
        self._own = own
        self._loud: effects.Loud = []

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> Replacement:  # type: ignore[override]
        """Repair what is pointed at, or whose parts are."""
        result: Replacement = self._quieted(original_node, updated_node)
        fixes = _FIXES.get(type(original_node), {})
        found = [one for part in _parts(original_node) for one in self._at(part)] if fixes else []
        for rule in sorted({one.rule for one in found} & fixes.keys()):
            if type(result) is type(original_node) and isinstance(result, cst.CSTNode):
                words = frozenset(word for one in found if one.rule == rule for word in told(one.message))
                fix = _ASKING.get(rule, fixes[rule]) if self._own else fixes[rule]
                result = fix(result, words)
        return result

    def _quieted(self, before: cst.CSTNode, after: cst.CSTNode) -> Replacement:
        """The node without values that nobody sees; those that do something stand in front of the statement."""
        match after:
            case cst.Call() if words := self._words(before, "F522", "F523"):
                after, loud = without_unused(after, words)
                self._loud += loud
            case cst.BinaryOperation() if words := self._words(before, "F504"):
                after, loud = without_unused_keys(after, words)
                self._loud += loud
            case cst.SimpleStatementLine() if self._loud:
                loud, self._loud = self._loud, []
                before_it: list[cst.BaseStatement] = [*effects.statements(loud), after]
                return cst.FlattenSentinel(before_it)
            case cst.If() if self._words(before, "F634") and self._stands(before):
                body = effects.always(after)
                return after if body is None else cst.FlattenSentinel(body)
        return after

    def _stands(self, node: cst.CSTNode) -> bool:
        """Whether it is no `elif`."""
        return not isinstance(self.get_metadata(ParentNodeProvider, node), cst.If)

    def _words(self, node: cst.CSTNode, *rules: str) -> frozenset[str]:
        if isinstance(node, cst.If):
            row = self.get_metadata(PositionProvider, node.test).start.line
            return frozenset(
                one.rule for (at, _), hits in self._hits.items() for one in hits if at == row and one.rule in rules
            )
        return frozenset(word for one in self._at(node) if one.rule in rules for word in told(one.message))

    def _at(self, node: cst.CSTNode) -> list[Found]:
        place = self.get_metadata(PositionProvider, node)
        found = self._hits.get((place.start.line, place.start.column), [])
        if isinstance(node, cst.SimpleString) and not found:  # a name inside the text
            inside = range(place.start.column, place.end.column)
            found = [
                one
                for (row, column), hits in self._hits.items()
                for one in hits
                if row == place.start.line and column in inside
            ]
            return [one for one in found if one.rule in {"F821", "F722"}]
        return found


def _parts(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The nodes that a message about `node` can point at."""
    match node:
        case cst.Assign(targets=targets):
            yield from (target.target for target in targets)
        case cst.AnnAssign(target=target, annotation=annotation):
            yield from (target, annotation.annotation, *_names(annotation.annotation))
        case (
            cst.Param(annotation=cst.Annotation(annotation=annotation))
            | cst.FunctionDef(returns=cst.Annotation(annotation=annotation))
        ):
            yield from (annotation, *_names(annotation))
        case cst.WithItem(asname=cst.AsName(name=name)) | cst.ExceptHandler(name=cst.AsName(name=name)):
            yield from (name, node)
        case cst.Comparison(left=left, comparisons=others):
            yield from (node, left, *(one.comparator for one in others))
        case cst.NamedExpr(target=target):
            yield target
        case cst.Raise(exc=cst.Call(func=target)) | cst.Raise(exc=target) if target is not None:
            yield target
        case cst.Dict(elements=pairs):
            yield from (pair.key for pair in pairs if isinstance(pair, cst.DictElement))
        case _:
            yield node


def _names(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    for child in node.children:
        if isinstance(child, cst.Name | cst.SimpleString):
            yield child
        yield from _names(child)
