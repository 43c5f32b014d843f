"""Every function of a file under the limit."""

import re
from collections.abc import Sequence
from typing import cast

import libcst as cst

from code_review_env.baseline_agent.rules.complexity.escapes import escapes
from code_review_env.baseline_agent.rules.complexity.liveness import NONE, Flow, live
from code_review_env.baseline_agent.rules.complexity.loops import suite
from code_review_env.baseline_agent.rules.complexity.measure import BRANCHES, Statement, block, of_block
from code_review_env.baseline_agent.rules.complexity.names import Names, names_of
from code_review_env.baseline_agent.rules.complexity.reduce import reduced, skipped, thinned
from code_review_env.baseline_agent.rules.complexity.region import Workshop
from code_review_env.baseline_agent.rules.job import Job


def split(job: Job) -> str:
    """Functions over the limit are taken apart into functions."""
    module = cst.parse_module(job.source).visit(_Blocks())
    taken = set(re.findall(r"\w+", job.source))
    body: list[cst.BaseStatement] = []
    for statement in module.body:
        splitter = _Splitter(taken, job)
        changed = statement.visit(splitter) if isinstance(statement, cst.FunctionDef | cst.ClassDef) else statement
        body += [*splitter.helpers, cast("cst.BaseStatement", changed)]
    return module.with_changes(body=body).code


class _Blocks(cst.CSTTransformer):
    """Every block on lines of its own, every statement on one."""

    def leave_SimpleStatementSuite(
        self, original_node: cst.SimpleStatementSuite, updated_node: cst.SimpleStatementSuite
    ) -> cst.IndentedBlock:
        """`if x: return` over two lines."""
        del original_node
        return cst.IndentedBlock([cst.SimpleStatementLine(updated_node.body)])

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.SimpleStatementLine | cst.FlattenSentinel[cst.SimpleStatementLine]:
        """`a; b` over two lines."""
        del original_node
        if len(updated_node.body) == 1:
            return updated_node
        plain = [one.with_changes(semicolon=cst.MaybeSentinel.DEFAULT) for one in updated_node.body]
        first = updated_node.with_changes(body=plain[:1])
        return cst.FlattenSentinel([first, *(cst.SimpleStatementLine([one]) for one in plain[1:])])


class _Splitter(cst.CSTTransformer):
    """Reduces the functions of one top-level statement, outer ones first."""

    def __init__(self, taken: set[str], job: Job) -> None:
        super().__init__()
        self.helpers: list[cst.FunctionDef] = []
        self._taken = taken
        self._job = job
        self._around: list[frozenset[str]] = []

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        """Its variables are seen by the functions inside."""
        self._around.append(_own(node))

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> cst.FunctionDef:
        """A function over the limit."""
        own = frozenset().union(*self._around)
        self._around.pop()
        del original_node
        if of_block(updated_node.body) <= BRANCHES or self._job.late():
            return updated_node
        shop = Workshop(updated_node.name.value, self._taken, own, _words(updated_node, cst.Global))
        shop.foreign, shop.generator = _words(updated_node, cst.Nonlocal), "yield" in escapes(*block(updated_node.body))
        body = reduced(block(updated_node.body), shop)
        first = skipped(body)
        body = [*body[:first], *_initial(body, updated_node, shop), *body[first:]]
        self._add(shop, own)
        return updated_node.with_changes(body=suite(body))

    def _add(self, shop: Workshop, own: frozenset[str]) -> None:
        """The new functions, which may be over the limit themselves."""
        queue = list(shop.helpers)
        while queue:
            helper = queue.pop(0)
            inner = Workshop(shop.root, self._taken, own | _own(helper), shop.declared, shop.foreign)
            inner.generator = "yield" in escapes(*block(helper.body))
            if not self._job.late():
                body = thinned(reduced(block(helper.body), inner), inner)
                helper = helper.with_changes(body=suite([*_initial(body, helper, inner), *body]))
            self.helpers.append(helper)
            queue += inner.helpers


def _own(node: cst.FunctionDef) -> frozenset[str]:
    """Variables of a function, parameters included."""
    found = Names()
    for statement in block(node.body):
        inner = names_of(statement)
        found.writes |= inner.writes
    return frozenset(found.writes | _parameters(node)) - _words(node, cst.Global)


def _parameters(node: cst.FunctionDef) -> frozenset[str]:
    given = node.params
    several = (*given.posonly_params, *given.params, *given.kwonly_params, given.star_arg, given.star_kwarg)
    return frozenset(one.name.value for one in several if isinstance(one, cst.Param))


def _words(node: cst.FunctionDef, kind: type[cst.Global] | type[cst.Nonlocal]) -> frozenset[str]:
    lines = [line for line in block(node.body) if isinstance(line, cst.SimpleStatementLine)]
    return frozenset(
        item.name.value for line in lines for small in line.body if isinstance(small, kind) for item in small.names
    )


def _initial(body: Sequence[Statement], node: cst.FunctionDef, shop: Workshop) -> list[Statement]:
    """`name = None` for what is handed to a new function though it may not be assigned yet."""
    open_names = live(body, NONE, Flow()) & shop.passed & _own(node) - _parameters(node)
    return [cst.parse_statement(f"{name} = None\n") for name in sorted(open_names)]
