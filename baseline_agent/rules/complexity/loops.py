"""Loops whose turns become functions."""

from collections.abc import Sequence

import libcst as cst

from code_review_env.baseline_agent.rules.complexity.escapes import escapes
from code_review_env.baseline_agent.rules.complexity.measure import Statement, weight
from code_review_env.baseline_agent.rules.complexity.region import NotMovable, Region, Workshop, as_item, moved


def suite(statements: Sequence[Statement]) -> cst.IndentedBlock:
    """An indented block."""
    return cst.IndentedBlock(list(statements))  # type: ignore[arg-type]


def emptied(node: cst.For | cst.While, region: Region, shop: Workshop) -> list[Statement] | None:
    """The loop with its turn in a function; None where a turn has no branches."""
    if not weight(region.statements):
        return None
    if {"break", "return"} <= escapes(*region.statements):
        return _twice_left(node, region, shop)
    return [node.with_changes(body=suite(moved(region, shop, "turn")))]


def _twice_left(node: cst.For | cst.While, region: Region, shop: Workshop) -> list[Statement]:
    """A loop with `break` and `return`: its returns end it too, and the function ends behind it."""
    if node.orelse is not None:
        message = "a loop with `else` that is left in two ways"
        raise NotMovable(message)
    done, answer = shop.variable("done"), shop.variable("answer")
    inside = [statement.visit(_ReturnsToBreaks(done, answer)) for statement in region.statements]
    first = cst.parse_statement(f"{done}, {answer} = False, None\n")
    leave = cst.parse_statement(f"if {done}:\n    return {answer}\n")
    return [first, node.with_changes(body=suite(inside)), leave]  # type: ignore[arg-type]


class _ReturnsToBreaks(cst.CSTTransformer):
    def __init__(self, done: str, answer: str) -> None:
        super().__init__()
        self._done, self._answer = done, answer

    def visit_For(self, node: cst.For) -> bool:
        """A `break` in there would end the wrong loop."""
        return self._refuse(node)

    def visit_While(self, node: cst.While) -> bool:
        """As with `for`."""
        return self._refuse(node)

    def visit_Try(self, node: cst.Try) -> bool:
        """What is assigned in there may be seen by a handler; the pair of names is not."""
        del node
        return True

    def _refuse(self, node: cst.CSTNode) -> bool:
        if "return" in escapes(node):
            message = "a loop inside is left by return"
            raise NotMovable(message)
        return False

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.SimpleStatementLine:
        """`return x` notes x and ends the loop."""
        del original_node
        match updated_node.body:
            case [*before, cst.Return(value=value)]:
                pair = cst.Tuple(
                    [cst.Element(cst.Name("True")), cst.Element(as_item(value or cst.Name("None")))], lpar=[], rpar=[]
                )
                target = cst.Tuple([cst.Element(cst.Name(self._done)), cst.Element(cst.Name(self._answer))], lpar=[], rpar=[])
                note = cst.Assign([cst.AssignTarget(target)], pair)
                return updated_node.with_changes(body=[*before, note, cst.Break()])
        return updated_node
