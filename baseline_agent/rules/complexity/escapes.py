"""Ways out of a piece of code other than its end."""

from functools import lru_cache

import libcst as cst


class InLoops:
    """Part of a visitor: counts the loops of its own that it stands in. There `break` and `continue` are theirs."""

    loops = 0

    def visit_For_body(self, node: cst.For) -> None:
        """Inside."""
        del node
        self.loops += 1

    def leave_For_body(self, node: cst.For) -> None:
        """Outside again."""
        del node
        self.loops -= 1

    def visit_While_body(self, node: cst.While) -> None:
        """Inside."""
        del node
        self.loops += 1

    def leave_While_body(self, node: cst.While) -> None:
        """Outside again."""
        del node
        self.loops -= 1


class _Escapes(InLoops, cst.CSTVisitor):
    """Notes what leaves a piece of code; loops and definitions inside keep their own."""

    def __init__(self) -> None:
        super().__init__()
        self.kinds: set[str] = set()
        self.valued = False

    def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:
        """Another function's returns."""
        del node
        return False

    def visit_ClassDef(self, node: cst.ClassDef) -> bool:
        """No code of this function."""
        del node
        return False

    def visit_Lambda(self, node: cst.Lambda) -> bool:
        """Another function's code."""
        del node
        return False

    def visit_Return(self, node: cst.Return) -> None:
        """Out of the function."""
        self.kinds.add("return")
        self.valued |= node.value is not None

    def visit_Break(self, node: cst.Break) -> None:
        """Out of the loop around."""
        del node
        if not self.loops:
            self.kinds.add("break")

    def visit_Continue(self, node: cst.Continue) -> None:
        """To the next turn of the loop around."""
        del node
        if not self.loops:
            self.kinds.add("continue")

    def visit_Yield(self, node: cst.Yield) -> None:
        """A generator."""
        del node
        self.kinds.add("yield")

    def visit_Await(self, node: cst.Await) -> None:
        """A coroutine."""
        del node
        self.kinds.add("await")

    def visit_Asynchronous(self, node: cst.Asynchronous) -> None:
        """`async for`, `async with`."""
        del node
        self.kinds.add("await")


def escapes(*nodes: cst.CSTNode) -> frozenset[str]:
    """Which of return, break, continue, yield and await leave these nodes; "valued" where a return has a value."""
    return frozenset().union(*map(_escapes, nodes))


@lru_cache(maxsize=8192)
def _escapes(node: cst.CSTNode) -> frozenset[str]:
    visitor = _Escapes()
    node.visit(visitor)
    return frozenset(visitor.kinds | ({"valued"} if visitor.valued else set()))


def falls_through(statements: object) -> bool:
    """Whether control can reach the end of these statements; in doubt it can."""
    if not isinstance(statements, tuple | list) or not statements:
        return True
    match statements[-1]:
        case cst.SimpleStatementLine(body=[*_, cst.Return() | cst.Raise() | cst.Break() | cst.Continue()]):
            return False
        case cst.If(body=body, orelse=cst.If() as other):
            return falls_through(body.body) or falls_through((other,))
        case cst.If(body=body, orelse=cst.Else(body=rest)):
            return falls_through(body.body) or falls_through(rest.body)
        case cst.With(body=body):
            return True
    return True
