"""The identity gate: is the submission still the same function? One check per condition, each with its own message.

The plain gate of the specification asks for the name and the argument count. This one also asks what a rename, a wrapper,
a second definition or a late assignment would change, because each of these passes the plain gate.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from code_review_env.env.sandbox import codec
from code_review_env.env.sandbox.program import EntryFacts, Tree
from code_review_env.env.scoring.binding import internals, rebindings
from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.report import IdentityCheck
from code_review_env.env.scoring.scopes import Function
from code_review_env.env.scoring.signature import Parameter, arity, definition, parameters, shape
from code_review_env.env.scoring.spelling import NO_NAMES, Names, spelling

_Seen = tuple[Tree, Tree] | None
"""The values that the runs of the original and of the submission saw, or None when one of them saw none."""


@dataclass(frozen=True, slots=True)
class _Side:
    """One of the two files, with what each condition needs of it."""

    parsed: Parsed
    names: Names
    function: Function | None
    fault: str
    facts: EntryFacts | None

    def parameters(self) -> tuple[Parameter, ...]:
        return () if self.function is None else parameters(self.function)

    def decorators(self) -> list[ast.expr]:
        return [] if self.function is None else self.function.decorator_list

    def first_line(self) -> int:
        """Where the interpreter says that the function starts: at its first decorator."""
        if self.function is None:
            return 0
        return min([self.function.lineno, *(decorator.lineno for decorator in self.decorators())])


@dataclass(frozen=True, slots=True)
class _Pair:
    entry: str
    was: _Side
    now: _Side


def check(
    original: Parsed, submission: Parsed, entry: str, facts: EntryFacts | None, original_facts: EntryFacts | None
) -> tuple[IdentityCheck, ...]:
    """Every condition in a fixed order; the submission passes when all hold.

    Args:
        original: the task's file; `expressible` must have accepted it.
        submission: the file to judge.
        entry: name of the function under test.
        facts: what the run of the submission saw under that name, or None when it has not run.
        original_facts: the same of the original's run.
    """
    pair = _Pair(entry, _side(original, entry, original_facts), _side(submission, entry, facts))
    return tuple(_judge(name, claim.format(entry=entry), fault(pair)) for name, claim, fault in _CONDITIONS)


def expressible(original: Parsed, entry: str) -> str | None:
    """Why the gate cannot judge this original, or None when it can."""
    side = _side(original, entry, None)
    if side.function is None:
        return side.fault
    again = rebindings(original, original, entry, side.function)
    return f"`{entry}` is bound again {again[0]}" if again else None


def seed_plain(original: Parsed, submission: Parsed, entry: str) -> bool:
    """The gate as the specification words it: a function of that name with the same argument count, wherever it stands."""
    counts = [{arity(node) for node in parsed.outline.functions() if node.name == entry} for parsed in (original, submission)]
    return bool(counts[0] & counts[1])


def _side(parsed: Parsed, entry: str, facts: EntryFacts | None) -> _Side:
    found = definition(parsed, entry)
    function, fault = (None, found) if isinstance(found, str) else (found, "")
    return _Side(parsed, parsed.once(Names.of), function, fault, facts)


def _judge(name: str, claim: str, fault: str) -> IdentityCheck:
    return IdentityCheck(name, ok=not fault, message=fault or claim)


def _definition(pair: _Pair) -> str:
    if pair.now.function is None:
        return pair.now.fault
    if type(pair.now.function) is not type(pair.was.function):
        wanted = "`async def`" if isinstance(pair.was.function, ast.AsyncFunctionDef) else "plain `def`"
        return f"`{pair.entry}` must stay a {wanted}"
    return ""


def _parameters(pair: _Pair) -> str:
    was, now = (shape(side.parameters()) for side in (pair.was, pair.now))
    return "" if was == now else f"the signature must stay ({was}), it is ({now})"


def _defaults(pair: _Pair) -> str:
    now = {parameter.name: parameter.default for parameter in pair.now.parameters()}
    changed = [
        parameter.name
        for parameter in pair.was.parameters()
        if not _same(pair, parameter.default, now.get(parameter.name), _default_values(pair, parameter.name))
    ]
    return f"the default of {_listed(changed)} changed" if changed else ""


def _default_values(pair: _Pair, name: str) -> _Seen:
    sides = [side.facts.defaults for side in (pair.was, pair.now) if side.facts is not None and name in side.facts.defaults]
    return (sides[0][name], sides[1][name]) if len(sides) == len((pair.was, pair.now)) else None


def _decorators(pair: _Pair) -> str:
    was, now = pair.was.decorators(), pair.now.decorators()
    if len(was) != len(now):
        return f"`{pair.entry}` had {len(was)} decorators, it has {len(now)}"
    for at, (one, other) in enumerate(zip(was, now, strict=True)):
        if not _same(pair, one, other, _decorator_values(pair, at)):
            return f"decorator {at + 1} of `{pair.entry}` changed"
    return ""


def _decorator_values(pair: _Pair, at: int) -> _Seen:
    was, now = (() if side.facts is None else side.facts.decorators[at : at + 1] for side in (pair.was, pair.now))
    return (was[0], now[0]) if was not in _OPAQUE and now not in _OPAQUE else None


def _same(pair: _Pair, was: ast.expr | None, now: ast.expr | None, values: _Seen) -> bool:
    """Equal by meaning, by wording, or by the value that both runs saw."""
    if was is None or now is None:
        return was is now
    if spelling(was, pair.was.names) == spelling(now, pair.now.names):
        return True
    if spelling(was, NO_NAMES) == spelling(now, NO_NAMES) and not _replaced(pair, was):
        return True
    return values is not None and codec.equal(values[0], values[1], exact_floats=True)


_OPAQUE: Final[tuple[tuple[Tree, ...], ...]] = ((), (None,))


def _replaced(pair: _Pair, expression: ast.expr) -> bool:
    """The same words stand for something else: the original imports a name that the submission binds itself."""
    words = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}
    own = pair.now.names.bound - pair.now.names.imported.keys()
    return bool(words & pair.was.names.imported.keys() & own)


def _binding(pair: _Pair) -> str:
    if pair.now.function is None:
        return _NOTHING.format(entry=pair.entry)
    again = rebindings(pair.was.parsed, pair.now.parsed, pair.entry, pair.now.function)
    return f"`{pair.entry}` is bound again {again[0]}" if again else ""


def _internals(pair: _Pair) -> str:
    touched = internals(pair.was.parsed, pair.now.parsed)
    return f"`{touched[0].name}` is assigned in line {touched[0].row}" if touched else ""


def _runtime(pair: _Pair) -> str:
    was, now = pair.was.facts, pair.now.facts
    if was is None or now is None:
        return ""
    if now.kind != was.kind:
        seen = now.kind or "nothing"
        return f"after import `{pair.entry}` is {seen}, it must be {was.kind}"
    # An original whose wrapper hides the function (no `__wrapped__`) cannot ask more of a submission.
    visible = was.first_line == pair.was.first_line()
    if visible and now.first_line != pair.now.first_line():
        return f"after import `{pair.entry}` is another function than the one in the file"
    return ""


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


_NOTHING: Final = "there is no function `{entry}` to look at"

_CONDITIONS: Final[tuple[tuple[str, str, Callable[[_Pair], str]], ...]] = (
    ("definition", "`{entry}` is defined once, at top level", _definition),
    ("parameters", "parameters are unchanged", _parameters),
    ("defaults", "default values are unchanged", _defaults),
    ("decorators", "decorators are unchanged", _decorators),
    ("binding", "`{entry}` is bound nowhere else", _binding),
    ("internals", "no function is changed from the inside", _internals),
    ("runtime", "after import the name holds that function", _runtime),
)
