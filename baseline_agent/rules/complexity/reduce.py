"""Takes a function apart until it has as few branches as it may have.

Each step either takes the branches out of one statement that has too many, or moves a run of statements that has some.
Moved code becomes a module-level function, which is reduced in turn.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import libcst as cst

from code_review_env.baseline_agent.rules.complexity.escapes import escapes, falls_through
from code_review_env.baseline_agent.rules.complexity.liveness import NONE, Flow, Live, live, loop_flow, try_flow
from code_review_env.baseline_agent.rules.complexity.loops import emptied, suite
from code_review_env.baseline_agent.rules.complexity.measure import (
    BRANCHES,
    MOST_DECISIONS,
    Statement,
    block,
    decisions,
    is_open,
    of_block,
    weight,
)
from code_review_env.baseline_agent.rules.complexity.region import (
    NotMovable,
    Region,
    Workshop,
    interface,
    moved,
    moved_tail,
)

_LEAVING = frozenset({"return", "break", "continue"})
MAX_STEPS = 200
"""Of one function; each takes a branch away, so that honest code ends long before."""


def reduced(body: Sequence[Statement], shop: Workshop, budget: int = BRANCHES) -> list[Statement]:
    """The body of a function with at most `budget` branches, or with as few as can be reached."""
    statements = list(body)
    for _ in range(MAX_STEPS):
        if weight(statements) <= budget:
            break
        smaller = _step(statements, shop, budget)
        if smaller is None:
            break
        statements = smaller
    return statements


def _step(body: list[Statement], shop: Workshop, budget: int) -> list[Statement] | None:
    for at, statement in enumerate(body):
        if weight([statement]) > budget:
            smaller = _attempt(lambda at=at: _shrunk(body, at, shop, budget))  # type: ignore[misc]
            if smaller is not None:
                return smaller
    return _attempt(lambda: _run_moved(body, shop, budget))


def thinned(body: Sequence[Statement], shop: Workshop) -> list[Statement]:
    """The body of a new function with few decisions inside its expressions; the limit of the old one was its own."""
    statements = list(body)
    for _ in range(MAX_STEPS):
        if sum(map(decisions, statements)) <= MOST_DECISIONS:
            break
        smaller = _attempt(partial(_thinner, statements, shop))
        if smaller is None:
            break
        statements = smaller
    return statements


def _thinner(body: list[Statement], shop: Workshop) -> list[Statement] | None:
    """The body with the statement moved that holds most decisions, of those that may be moved."""
    order = sorted(range(skipped(body), len(body)), key=lambda at: -decisions(body[at]))
    for at in order:
        node, last = body[at], at == len(body) - 1
        if not 0 < decisions(node) <= MOST_DECISIONS or (not last and escapes(node) & _LEAVING):
            continue
        region = Region((node,), live(body[at + 1 :], NONE, Flow()), Flow())
        made = _attempt(lambda region=region, last=last: (moved_tail if last else moved)(region, shop, "part"))  # type: ignore[misc]
        if made is not None:
            return [*body[:at], *made, *body[at + 1 :]]
    return None


def _attempt(change: Callable[[], list[Statement] | None]) -> list[Statement] | None:
    try:
        return change()
    except NotMovable:
        return None


def _shrunk(body: list[Statement], at: int, shop: Workshop, budget: int) -> list[Statement] | None:
    """The body with fewer branches inside one statement."""
    node, rest = body[at], body[at + 1 :]
    out = live(rest, NONE, Flow())
    if isinstance(node, cst.If | cst.Match) and escapes(node) & _LEAVING:
        return _early(body, at, shop)
    made = _inside(node, out, Flow(), shop, budget)
    return None if made is None else [*body[:at], *made, *rest]


def _inside(node: Statement, out: Live, flow: Flow, shop: Workshop, budget: int) -> list[Statement] | None:  # noqa: PLR0911 - one return for each form
    """The statement with its inner blocks moved; None where there is nothing to move."""
    match node:
        case cst.For() | cst.While():
            inner = loop_flow(node, out, flow)
            region = Region(tuple(block(node.body)), inner.again | out, replace(inner, stop=NONE, again=NONE))
            return emptied(node, region, shop)
        case cst.If():
            return [_branch(node, out, flow, shop, budget)]
        case cst.With(body=body):
            inner = replace(flow, fault=flow.fault | out)
            return _context(node, Region(tuple(block(body)), out, inner), shop)
        case cst.Try():
            return _guarded(node, out, flow, shop)
        case cst.Match(cases=cases):
            return [node.with_changes(cases=list(_cases(cases, out, flow, shop)))]
        case cst.FunctionDef(body=body):
            inside = reduced(block(body), replace(shop, helpers=shop.helpers, taken=shop.taken), budget - 1)
            return None if inside == list(block(body)) else [node.with_changes(body=suite(inside))]
    return None


def _branch(node: cst.If, out: Live, flow: Flow, shop: Workshop, budget: int) -> cst.If:
    """An `if` whose branches are moved where they branch themselves; what does not fit of the chain moves as a whole."""
    body = tuple(block(node.body))
    if weight(body):
        node = node.with_changes(body=suite(moved(Region(body, out, flow), shop, "case")))
    other = node.orelse
    if other is not None and weight([other] if isinstance(other, cst.If) else block(other)) > budget - 1:
        rest = (other,) if isinstance(other, cst.If) else tuple(block(other))
        node = node.with_changes(orelse=cst.Else(suite(moved(Region(rest, out, flow), shop, "else"))))
    return node


def _context(node: cst.With, region: Region, shop: Workshop) -> list[Statement] | None:
    if not weight(region.statements):
        return None
    return [node.with_changes(body=suite(moved(region, shop, "inside")))]


def _guarded(node: cst.Try, out: Live, flow: Flow, shop: Workshop) -> list[Statement] | None:
    """A `try` whose blocks are moved where they branch."""
    inner, finale = try_flow(node, out, flow)
    behind = live(block(node.orelse), finale, flow) if node.orelse else finale
    outer = flow.guarded(finale, NONE) if node.finalbody else flow
    changed: cst.Try = node
    if of_block(node.body):
        region = Region(tuple(block(node.body)), behind, inner)
        changed = changed.with_changes(body=suite(moved(region, shop, "tried")))
    handlers = [_handler(handler, Region(tuple(block(handler.body)), finale, outer), shop) for handler in node.handlers]
    changed = changed.with_changes(handlers=handlers)
    if node.orelse and of_block(node.orelse):
        region = Region(tuple(block(node.orelse)), finale, outer)
        changed = changed.with_changes(orelse=node.orelse.with_changes(body=suite(moved(region, shop, "else"))))
    if node.finalbody and of_block(node.finalbody):
        region = Region(tuple(block(node.finalbody)), out, flow)
        changed = changed.with_changes(finalbody=node.finalbody.with_changes(body=suite(moved(region, shop, "finally"))))
    return [changed] if weight([changed]) < weight([node]) else None


def _handler(handler: cst.ExceptHandler, region: Region, shop: Workshop) -> cst.ExceptHandler:
    if not weight(region.statements):
        return handler
    return handler.with_changes(body=suite(moved(region, shop, "caught")))


def _cases(cases: Sequence[cst.MatchCase], out: Live, flow: Flow, shop: Workshop) -> Iterator[cst.MatchCase]:
    for case in cases:
        region = Region(tuple(block(case.body)), out, flow)
        yield case.with_changes(body=suite(moved(region, shop, "case"))) if weight(region.statements) else case


def _early(body: list[Statement], at: int, shop: Workshop) -> list[Statement] | None:
    """Guard clauses: every branch of an `if` that may return ends in a return, and what is left follows without `else`."""
    node, rest = body[at], body[at + 1 :]
    if len(rest) > 1 or (rest and not _is_return(rest[0])):
        rest = moved_tail(Region(tuple(rest), NONE, Flow()), shop, "rest")
    end = rest or [cst.SimpleStatementLine([cst.Return()])]
    if isinstance(node, cst.Match):
        return [*body[:at], _matched(node, end, shop), *end]
    guards: list[Statement] = []
    chain: Statement | cst.Else | None = node
    while isinstance(chain, cst.If):
        inside = _ended(chain.body, end, shop)
        guards.append(chain.with_changes(body=suite(inside), orelse=None, leading_lines=()))
        chain = chain.orelse
    tail = [*block(chain)] if isinstance(chain, cst.Else) else []
    return [*body[:at], *guards, *tail, *(end if falls_through(tail) else [])]


def _ended(body: cst.BaseSuite, end: Sequence[Statement], shop: Workshop) -> tuple[Statement, ...]:
    """A branch that ends the function, in a function of its own where it branches."""
    inside = tuple(block(body))
    inside = (*inside, *end) if falls_through(inside) else inside
    return tuple(moved_tail(Region(inside, NONE, Flow()), shop, "case")) if weight(inside) else inside


def _matched(node: cst.Match, end: Sequence[Statement], shop: Workshop) -> cst.Match:
    """A `match` of which every case ends the function; cases that are too many go on in another one."""
    first, others = node.cases[0], node.cases[1:]
    if len(others) - is_open(node.cases) >= BRANCHES:
        rest = (node.with_changes(cases=others, leading_lines=()), *end)
        other = cst.MatchCase(cst.MatchAs(), suite(moved_tail(Region(rest, NONE, Flow()), shop, "rest")))
        return node.with_changes(cases=[first.with_changes(body=suite(_ended(first.body, end, shop))), other])
    return node.with_changes(cases=[case.with_changes(body=suite(_ended(case.body, end, shop))) for case in node.cases])


def _is_return(statement: Statement) -> bool:
    return isinstance(statement, cst.SimpleStatementLine) and isinstance(statement.body[0], cst.Return)


def _run_moved(body: list[Statement], shop: Workshop, budget: int) -> list[Statement] | None:
    """The body with the run of statements moved that takes most branches along and shares the fewest names."""
    runs = sorted(_runs(body, shop))
    for _, _, _, first, last in runs:
        tail = last == len(body)
        out = live(body[last:], NONE, Flow())
        region = Region(tuple(body[first:last]), out, Flow())
        made = moved_tail(region, shop, "rest") if tail else moved(region, shop, "part")
        return [*body[:first], *made, *body[last:]]
    return _cut(body, shop, budget)


def _runs(body: list[Statement], shop: Workshop) -> Iterator[tuple[int, int, int, int, int]]:
    """Candidates as (-branches, names shared, length, first, last), the best the smallest."""
    for first in range(skipped(body), len(body)):
        for last in range(first + 1, len(body) + 1):
            run = tuple(body[first:last])
            branches = weight(run)
            if branches > BRANCHES:
                break
            tail = last == len(body)
            if (
                sum(map(decisions, run)) > MOST_DECISIONS
                or not branches
                or (first == 0 and tail)
                or (not tail and escapes(*run) & _LEAVING)
            ):
                continue
            try:
                given, results = interface(Region(run, live(body[last:], NONE, Flow()), Flow()), shop)
            except NotMovable:
                continue
            yield -branches, len(given) + 2 * len(results), len(run), first, last


def skipped(body: Sequence[Statement]) -> int:
    """A docstring stays."""
    match body:
        case [cst.SimpleStatementLine(body=[cst.Expr(value=cst.SimpleString() | cst.ConcatenatedString())]), *_]:
            return 1
    return 0


def _cut(body: list[Statement], shop: Workshop, budget: int) -> list[Statement] | None:
    """The body up to its budget; the rest is another function."""
    at = max((at for at in range(1, len(body)) if weight(body[:at]) <= budget), default=0)
    if at <= skipped(body) - 1 or not at or at == len(body):
        return None
    rest = moved_tail(Region(tuple(body[at:]), NONE, Flow()), shop, "rest")
    return [*body[:at], *rest]
