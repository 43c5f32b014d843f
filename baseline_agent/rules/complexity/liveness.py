"""Which names are still needed at a point of a function: the classic backward analysis, over LibCST statements."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import libcst as cst

from code_review_env.baseline_agent.rules.complexity.measure import Statement, block
from code_review_env.baseline_agent.rules.complexity.names import bound_by, names_of

Live = frozenset[str]
NONE: Final[Live] = frozenset()


@dataclass(frozen=True, slots=True)
class Flow:
    """What is needed where control goes when it does not go on to the next statement.

    Attributes:
        stop: behind the loop around.
        again: at the next turn of the loop around.
        leave: on the way out of the function.
        fault: where an exception is caught.
    """

    stop: Live = NONE
    again: Live = NONE
    leave: Live = NONE
    fault: Live = NONE

    def guarded(self, finale: Live, fault: Live) -> "Flow":
        """Inside a `try`: every way out passes its `finally`."""
        return Flow(self.stop | finale, self.again | finale, self.leave | finale, self.fault | finale | fault)


def live(statements: Sequence[Statement], out: Live, flow: Flow) -> Live:
    """Names needed before these statements, when `out` is needed behind them."""
    for statement in reversed(statements):
        out = _before(statement, out, flow)
    return out


def _before(node: cst.CSTNode, out: Live, flow: Flow) -> Live:  # noqa: PLR0911 - one return for each form
    match node:
        case cst.SimpleStatementLine(body=small):
            return live(small, out, flow)
        case cst.If(test=test, body=body, orelse=other):
            return _reads(test) | live(block(body), out, flow) | _other(other, out, flow)
        case cst.For() | cst.While():
            return before_loop(node, out, flow)
        case cst.Try() | cst.TryStar():
            return _before_try(node, out, flow)
        case cst.With(items=items, body=body):
            # A context may swallow an exception and go on behind the block.
            inside = live(block(body), out, replace(flow, fault=flow.fault | out))
            bound = frozenset().union(*(bound_by(item.asname.name) for item in items if item.asname))
            return (inside - bound) | frozenset().union(*(_reads(item.item) for item in items)) | flow.fault
        case cst.Match(subject=subject, cases=cases):
            arms = (live(block(case.body), out, flow) | _pattern_reads(case) for case in cases)
            return out.union(_reads(subject), *arms)
    return _before_small(node, out, flow)


def _before_small(node: cst.CSTNode, out: Live, flow: Flow) -> Live:
    found = names_of(node)
    match node:
        case cst.Return():
            out = flow.leave
        case cst.Raise():
            out = flow.fault
        case cst.Break():
            out = flow.stop
        case cst.Continue():
            out = flow.again
    return (out - found.kills) | found.reads | flow.fault


def _reads(node: cst.CSTNode) -> Live:
    return frozenset(names_of(node).reads)


def _pattern_reads(case: cst.MatchCase) -> Live:
    return _reads(case.guard) if case.guard else NONE


def _other(node: cst.If | cst.Else | None, out: Live, flow: Flow) -> Live:
    return _before(node, out, flow) if isinstance(node, cst.If) else live(block(node), out, flow)


def loop_flow(node: cst.For | cst.While, out: Live, flow: Flow) -> Flow:
    """The flow inside a loop behind which `out` is needed."""
    head = _head(node, out, flow)
    return replace(flow, stop=out, again=head)


def before_loop(node: cst.For | cst.While, out: Live, flow: Flow) -> Live:
    """Names needed before a loop."""
    return _head(node, out, flow) | (_reads(node.iter) if isinstance(node, cst.For) else NONE) | flow.fault


def _head(node: cst.For | cst.While, out: Live, flow: Flow) -> Live:
    """Names needed at the head of a loop, found by going round until nothing is added."""
    bound = bound_by(node.target) if isinstance(node, cst.For) else NONE
    test = NONE if isinstance(node, cst.For) else _reads(node.test)
    head, known = live(block(node.orelse), out, flow) | test, None
    while head != known:
        known = head
        inside = replace(flow, stop=out, again=head)
        head = head | (live(block(node.body), head, inside) - bound)
    return head


def try_flow(node: cst.Try | cst.TryStar, out: Live, flow: Flow) -> tuple[Flow, Live]:
    """The flow inside the body of a `try`, and what its handlers and `else` need behind them."""
    finale = live(block(node.finalbody), out, flow)
    passing = live(block(node.finalbody), flow.fault | flow.leave | flow.stop | flow.again, flow) if node.finalbody else NONE
    guarded = flow.guarded(passing, NONE)
    caught = NONE
    for handler in node.handlers:
        named = bound_by(handler.name.name) if handler.name else NONE
        caught |= (live(block(handler.body), finale, guarded) - named) | (_reads(handler.type) if handler.type else NONE)
    return flow.guarded(passing, caught), finale


def _before_try(node: cst.Try | cst.TryStar, out: Live, flow: Flow) -> Live:
    inside, finale = try_flow(node, out, flow)
    other = live(block(node.orelse), finale, replace(inside, fault=flow.fault | finale)) if node.orelse else finale
    return live(block(node.body), other, inside) | inside.fault
