"""Early returns turned into a value that goes elsewhere: guards become nested `else`, loops end by `break`."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from code_review_env.tasks.mess.complexity.places import simple
from code_review_env.tasks.mess.complexity.sink import Sink
from code_review_env.tasks.mess.complexity.text import Lines, Names, Unfit, expression, inner, statements
from code_review_env.tasks.mess.source import Source, walk


@dataclass(frozen=True, slots=True)
class Mover:
    """Rewrites the body of a function.

    Attributes:
        source: where it stands.
        names: names that are replaced.
        sink: what takes the value of every `return`.
    """

    source: Source
    names: Names
    sink: Sink

    def moved(self, body: Sequence[ast.stmt], *, looping: bool = False) -> Lines:
        """The statements; inside a loop a value is followed by `break`, and coming to the end means to go on.

        Raises:
            Unfit: the control flow is too intricate.
        """
        lines: Lines = []
        for at, node in enumerate(body):
            rest = body[at + 1 :]
            if not _returns(node) or (self.sink.returns and not isinstance(node, ast.Return | ast.If)):
                lines += statements(self.source, [node], self.names)
                if isinstance(node, ast.Raise | ast.Continue):
                    return lines
                continue
            return lines + self._last(node, rest, looping=looping)
        return lines if looping or self.sink.returns else [*lines, self.sink.put("None")]

    def _last(self, node: ast.stmt, rest: Sequence[ast.stmt], *, looping: bool) -> Lines:
        match node:
            case ast.Return(value=value):
                return self._value(value, looping=looping)
            case ast.If():
                return self._fork(node, rest, looping=looping)
            case ast.For(orelse=[]) | ast.While(orelse=[]) if not looping:
                return self._loop(node, rest)
            case ast.Try(finalbody=[]) if not looping:
                return self._try(node, rest)
        raise Unfit

    def _value(self, value: ast.expr | None, *, looping: bool) -> Lines:
        text = expression(self.source, value, self.names) if value else "None"
        return [self.sink.put(text), *(["break"] if looping and not self.sink.returns else [])]

    def _fork(self, node: ast.If, rest: Sequence[ast.stmt], *, looping: bool) -> Lines:
        yes: Sequence[ast.stmt] = node.body
        no: Sequence[ast.stmt] = node.orelse
        if rest and ends(yes):
            no = [*no, *rest]
        elif rest and no and ends(no):
            yes = [*yes, *rest]
        elif rest:
            raise Unfit
        lines = [f"if {expression(self.source, node.test, self.names)}:", *inner(self.moved(yes, looping=looping))]
        other = self.moved(no, looping=looping)
        if len(no) == 1 and isinstance(no[0], ast.If) and other[0].startswith("if "):
            return [*lines, f"el{other[0]}", *other[1:]] if no is node.orelse else [*lines, "else:", *inner(other)]
        return [*lines, "else:", *inner(other)] if other else lines

    def _loop(self, node: ast.For | ast.While, rest: Sequence[ast.stmt]) -> Lines:
        """The value that counts when the loop comes to its end is set first."""
        match rest:
            case [] | [ast.Return(value=None)]:
                value = "None"
            case [ast.Return(value=ast.expr() as after)] if simple(after) and self._constant(after, node):
                value = expression(self.source, after, self.names)
            case _:
                raise Unfit
        head = statements(self.source, [node], self.names)[0]
        if (
            not head.endswith(":")
            or _inner_loops(node)
            or (isinstance(node, ast.While) and isinstance(node.test, ast.Constant))
        ):
            raise Unfit
        return [self.sink.put(value), head, *inner(self.moved(node.body, looping=True))]

    def _constant(self, value: ast.expr, loop: ast.stmt) -> bool:
        """The loop does not change it."""
        names = {one.id for one in walk(loop) if isinstance(one, ast.Name)}
        return not any(isinstance(one, ast.Name) and one.id in names for one in walk(value))

    def _try(self, node: ast.Try, rest: Sequence[ast.stmt]) -> Lines:
        if rest or node.orelse or not ends(node.body):
            raise Unfit
        lines = ["try:", *inner(self.moved(node.body))]
        for handler in node.handlers:
            head = self.source.lines[handler.lineno - 1].strip()
            lines += [head, *inner(self.moved(handler.body))]
        return lines


def ends(body: Sequence[ast.stmt]) -> bool:
    """Nothing behind these statements is reached."""
    match body[-1] if body else None:
        case ast.Return() | ast.Raise() | ast.Continue() | ast.Break():
            return True
        case ast.If(body=yes, orelse=no):
            return ends(yes) and ends(no)
        case ast.Try(body=tried, handlers=handlers, orelse=[]):
            return ends(tried) and all(ends(handler.body) for handler in handlers)
    return False


def _returns(node: ast.stmt) -> bool:
    return any(isinstance(one, ast.Return) for one in walk(node))


def _inner_loops(node: ast.stmt) -> bool:
    """Returns inside a loop of this loop, or its own `break`: both would meet the new `break`."""
    inside = [one for one in walk(node) if isinstance(one, ast.For | ast.While) and one is not node]
    return any(map(_returns, inside)) or any(isinstance(one, ast.Break) for one in walk(node))
