"""One pass over the tree that repairs the nodes at which ruff points; each rule has a function that knows its traps."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from code_review_env.baseline_agent.rules.style import comparisons, statements
from code_review_env.baseline_agent.rules.style.imports import with_import
from code_review_env.baseline_agent.rules.style.linter import Found

_OWN_EQUALITY: Final = re.compile(r"\bdef __(eq|ne)__\b")
"""A class says itself what equality means, with None as well."""

Replacement = cst.CSTNode | cst.RemovalSentinel | cst.FlattenSentinel[cst.BaseSmallStatement]
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
    cst.Comparison: {"E711": comparisons.with_none, "E712": comparisons.with_truth, "E721": comparisons.of_types},
}

_ASKING: Final[Mapping[str, Fix]] = {"E711": comparisons.asked_of_object, "E712": comparisons.with_truth_asked}
"""Where objects of the file define equality."""

_QUOTED: Final = re.compile(r"`([^`]+)`")


def edited(source: str, found: list[Found]) -> str:
    """The source with every finding repaired that a change of one node can repair."""
    rules = {rule for fixes in _FIXES.values() for rule in fixes}
    hits: dict[tuple[int, int], list[Found]] = {}
    for one in found:
        if one.rule in rules:
            hits.setdefault((one.row, one.column), []).append(one)
    if not hits:
        return source
    module = MetadataWrapper(cst.parse_module(source)).visit(_Repair(hits, own=bool(_OWN_EQUALITY.search(source))))
    return with_import(module, "operator").code if "operator." in module.code and "operator." not in source else module.code


class _Repair(cst.CSTTransformer):
    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, hits: Mapping[tuple[int, int], list[Found]], *, own: bool) -> None:
        super().__init__()
        self._hits = hits
        self._own = own

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> Replacement:  # type: ignore[override]
        """Repair what is pointed at, or whose parts are."""
        result: Replacement = updated_node
        fixes = _FIXES.get(type(original_node), {})
        found = [one for part in _parts(original_node) for one in self._at(part)] if fixes else []
        for rule in sorted({one.rule for one in found} & fixes.keys()):
            if type(result) is type(original_node) and isinstance(result, cst.CSTNode):
                words = frozenset(word for one in found if one.rule == rule for word in _QUOTED.findall(one.message))
                fix = _ASKING.get(rule, fixes[rule]) if self._own else fixes[rule]
                result = fix(result, words)
        return result

    def _at(self, node: cst.CSTNode) -> list[Found]:
        start = self.get_metadata(PositionProvider, node).start
        return self._hits.get((start.line, start.column), [])


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
        case cst.Dict(elements=pairs):
            yield from (pair.key for pair in pairs if isinstance(pair, cst.DictElement))
        case _:
            yield node


def _names(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    for child in node.children:
        if isinstance(child, cst.Name | cst.SimpleString):
            yield child
        yield from _names(child)
