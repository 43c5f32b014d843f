"""A piece of a function becomes a function: parameters are what it needs, results what is needed behind it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, cast

import libcst as cst

from code_review_env.baseline_agent.rules.complexity.escapes import InLoops, escapes, falls_through
from code_review_env.baseline_agent.rules.complexity.liveness import Flow, Live, live
from code_review_env.baseline_agent.rules.complexity.measure import Statement
from code_review_env.baseline_agent.rules.complexity.names import Names, names_of, text_of


class NotMovable(ValueError):
    """The piece must stay: moved, it would behave differently."""


@dataclass
class Workshop:
    """The function at work and what was made of it so far.

    Attributes:
        root: name of the function that the helpers are named after.
        taken: names that the file uses.
        own: names of the function's variables and of those around it, but for globals.
        declared: names that it declares global.
        foreign: names that it declares nonlocal.
        helpers: new functions, in the order of their making.
        generator: it yields.
    """

    root: str
    taken: set[str]
    own: frozenset[str]
    declared: frozenset[str] = frozenset()
    foreign: frozenset[str] = frozenset()
    generator: bool = False
    helpers: list[cst.FunctionDef] = field(default_factory=list)
    passed: set[str] = field(default_factory=set)

    def fresh(self, name: str) -> str:
        """A name that nothing has."""
        names = (name, *(f"{name}_{number}" for number in range(2, len(self.taken) + 3)))
        chosen = next(one for one in names if one not in self.taken)
        self.taken.add(chosen)
        return chosen

    def variable(self, name: str) -> str:
        """The same for a new variable of the function."""
        chosen = self.fresh(name)
        self.own |= {chosen}
        return chosen


@dataclass(frozen=True)
class Region:
    """Statements that stand together, with what is needed behind them.

    Attributes:
        statements: in order.
        out: names needed behind them.
        flow: names needed on other ways out.
    """

    statements: tuple[Statement, ...]
    out: Live
    flow: Flow

    def touched(self) -> Names:
        """Every name in it."""
        return _names(self.statements)


def interface(region: Region, shop: Workshop) -> tuple[list[str], list[str]]:
    """Parameters and results of a function made of the region.

    Raises:
        NotMovable: an exception would lose what it has assigned, or it belongs to its place.
    """
    found = region.touched()
    _refuse(region, found, shop)
    order = list(dict.fromkeys(found.order))
    needed = live(region.statements, region.out, Flow(region.out, region.out))
    given = [name for name in order if name in needed & shop.own]
    results = [name for name in order if name in found.writes & region.out & shop.own]
    return given, results


def _refuse(region: Region, found: Names, shop: Workshop) -> None:
    if any(word in text_of(statement) for statement in region.statements for word in _DELICATE):
        message = "it belongs to its class or its scope"
        raise NotMovable(message)
    if found.writes & (region.flow.fault | shop.foreign):
        message = "what it assigns is seen elsewhere at once"
        raise NotMovable(message)
    if any(isinstance(part, cst.Del | cst.Nonlocal | cst.Global) for line in region.statements for part in _small(line)):
        message = "it declares or deletes names"
        raise NotMovable(message)


_DELICATE: Final = (
    *("super()", "__class__", "locals()", "vars()", "dir()", "self.__", "cls.__", "eval(", "exec(", "_getframe"),
)
"""Words of code that asks for the function or class around it."""


def _small(line: Statement) -> Sequence[cst.CSTNode]:
    return line.body if isinstance(line, cst.SimpleStatementLine) else ()


def _names(statements: Sequence[cst.CSTNode]) -> Names:
    """Names of statements, compound ones included."""
    whole = Names()
    for statement in statements:
        found = names_of(statement)
        whole.reads |= found.reads
        whole.writes |= found.writes
        whole.order += found.order
    return whole


def moved(region: Region, shop: Workshop, word: str) -> list[Statement]:
    """What stands in place of a region whose only way out is its end (and `continue` at the end of a loop's turn)."""
    given, results = interface(region, shop)
    kinds = escapes(*region.statements)
    if kinds & {"break", "return"}:
        return _signalled(region, shop, word)
    ending = _results(results)
    body = _retold(region.statements, _Retell(again=ending))
    if results and falls_through(body):
        body = [*body, _line(cst.Return(ending))]
    call = _made(body, given, shop, word, kinds)
    if not results:
        return [_line(cst.Expr(call))]
    return [_line(cst.Assign([_target(results)], call))]


def moved_tail(region: Region, shop: Workshop, word: str) -> list[Statement]:
    """What stands in place of a region at the end of the function."""
    kinds = escapes(*region.statements)
    given, _ = interface(region, shop)
    call = _made(list(region.statements), given, shop, word, kinds)
    if "valued" in kinds or (not shop.generator and "return" in kinds):
        return [_line(cst.Return(call))]
    return [_line(cst.Expr(call))] if not kinds & {"return"} else [_line(cst.Expr(call)), _line(cst.Return())]


def _signalled(region: Region, shop: Workshop, word: str) -> list[Statement]:
    """A region that may end the loop or the function: its first result says whether it does."""
    given, results = interface(region, shop)
    kinds = escapes(*region.statements)
    if {"break", "return"} <= kinds:
        message = "two ways out"
        raise NotMovable(message)
    valued = "valued" in kinds
    values = [cst.Name("None")] if valued else []
    names: list[cst.BaseExpression] = [cst.Name(name) for name in results]
    normal = _tuple([cst.Name("False"), *values, *names])
    blank = [cst.Name("None") for _ in names] if "return" in kinds else names
    retell = _Retell(again=normal, stop=_tuple([cst.Name("True"), *blank]), leave=blank, valued=valued)
    body = _retold(region.statements, retell)
    if falls_through(body):
        body = [*body, _line(cst.Return(normal))]
    call = _made(body, given, shop, word, kinds)
    flag = shop.variable("done" if "return" in kinds else "stop")
    value = [shop.variable("answer")] if valued else []
    shop_names = [flag, *value, *results]
    way_out = cst.Break() if "break" in kinds else cst.Return(cst.Name(value[0]) if value else None)
    leave = cst.IndentedBlock([_line(way_out)])
    if shop_names == [flag]:
        return [cst.If(call, leave)]
    return [_line(cst.Assign([_target(shop_names)], call)), cst.If(cst.Name(flag), leave)]


def _made(body: Sequence[Statement], given: list[str], shop: Workshop, word: str, kinds: frozenset[str]) -> cst.BaseExpression:
    """The call of a new function with that body."""
    name = shop.fresh(f"{shop.root}_{word}")
    asynchronous = cst.Asynchronous() if "await" in kinds else None
    declared = sorted(_names(body).writes & shop.declared)
    first = [_line(cst.Global([cst.NameItem(cst.Name(one)) for one in declared]))] if declared else []
    parameters = cst.Parameters([cst.Param(cst.Name(one)) for one in given])
    empty = [cst.EmptyLine(indent=False), cst.EmptyLine(indent=False)]
    block = cst.IndentedBlock([*first, *body])  # type: ignore[list-item]
    shop.helpers.append(cst.FunctionDef(cst.Name(name), parameters, block, asynchronous=asynchronous, leading_lines=empty))
    shop.passed |= set(given)
    call: cst.BaseExpression = cst.Call(cst.Name(name), [cst.Arg(cst.Name(one)) for one in given])
    if "yield" in kinds:
        brackets = {"lpar": [cst.LeftParen()], "rpar": [cst.RightParen()]}
        call = cst.Yield(cst.From(call, whitespace_before_from=cst.SimpleWhitespace(" ")), **brackets)  # type: ignore[arg-type]
    return cst.Await(call) if asynchronous else call


@dataclass(frozen=True)
class _Retell:
    """What `continue`, `break` and `return` of the region say in the new function."""

    again: cst.BaseExpression | None = None
    stop: cst.BaseExpression | None = None
    leave: Sequence[cst.BaseExpression] = ()
    valued: bool = False


class _Retold(InLoops, cst.CSTTransformer):
    def __init__(self, words: _Retell) -> None:
        super().__init__()
        self._words = words

    def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:
        """Another function's code."""
        del node
        return False

    def leave_Continue(self, original_node: cst.Continue, updated_node: cst.Continue) -> cst.BaseSmallStatement:
        """The turn is over."""
        del original_node
        return updated_node if self.loops else cst.Return(self._words.again)

    def leave_Break(self, original_node: cst.Break, updated_node: cst.Break) -> cst.BaseSmallStatement:
        """The loop is over."""
        del original_node
        return updated_node if self.loops else cst.Return(self._words.stop)

    def leave_Return(self, original_node: cst.Return, updated_node: cst.Return) -> cst.Return:
        """The function is over, and its value known."""
        del original_node
        value = [updated_node.value or cst.Name("None")] if self._words.valued else []
        return cst.Return(_tuple([cst.Name("True"), *value, *self._words.leave]))


def _retold(statements: Sequence[Statement], words: _Retell) -> list[Statement]:
    return [statement.visit(_Retold(words)) for statement in statements]  # type: ignore[misc]


def _results(names: list[str]) -> cst.BaseExpression | None:
    return _tuple([cst.Name(name) for name in names]) if names else None


def _target(names: list[str]) -> cst.AssignTarget:
    return cst.AssignTarget(cast("cst.Name | cst.Tuple", _tuple([cst.Name(name) for name in names])))


def _tuple(items: Sequence[cst.BaseExpression]) -> cst.BaseExpression:
    """The items without brackets; one item alone."""
    if len(items) == 1:
        return items[0]
    return cst.Tuple([cst.Element(as_item(item)) for item in items], lpar=[], rpar=[])


def as_item(value: cst.BaseExpression) -> cst.BaseExpression:
    """In brackets where it would fall apart among other items."""
    if isinstance(value, cst.Tuple | cst.Yield | cst.NamedExpr) and not value.lpar:
        return value.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return value


def _line(small: cst.BaseSmallStatement) -> cst.SimpleStatementLine:
    return cst.SimpleStatementLine([small])
